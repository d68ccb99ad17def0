import { memo, useMemo, useRef } from 'react';
import { describeFlight, drawProfile } from '../../pictures/flight-profile.ts';
import { parseTime } from '../../pictures/format.ts';
import { isInside } from '../../pictures/geometry.ts';
import type { SoundingRow } from '../../pictures/sounding/rows.ts';
import { hourMs } from '../../time.ts';
import { Lines, Svg, TimeAxis, ValueAxis } from '../pictures/svg.tsx';
import { CursorMark } from './cursor-marks.tsx';
import { ScopeButton } from './scope-button.tsx';
import type { Settings } from './store/viewer-address.ts';
import type { Flight, ViewedLeg } from './store/viewer-data.ts';
import { useClickPlace } from './use-click-place.ts';
import { useWidth } from './use-width.ts';
import { useViewer } from './viewer-context.tsx';

interface ProfilePanelProps {
  flight: Flight;
  leg: ViewedLeg;
  profile: Settings['profile'];
}

/** Altitude over time; a click is a time. */
export const ProfilePanel = memo(function ProfilePanel({ flight, leg, profile }: ProfilePanelProps) {
  const viewer = useViewer();
  const figure = useRef<HTMLElement>(null);
  const width = useWidth(figure, 640);
  const drawn = useMemo(
    () =>
      drawProfile(flight.track, {
        isFlying: flight.path.length > 0,
        width,
        window: profile === 'near' ? windowAround(flight, leg) : undefined,
      }),
    [flight, leg, profile, width],
  );
  useClickPlace(figure, (place) => {
    if (!drawn || !isInside(place, drawn.frame)) return;
    void viewer.chooseTime(drawn.x.valueAt(place.x) / 1000);
  });
  const sentence = describeFlight(flight.track);
  return (
    <figure ref={figure} className="picture viewer-profile" aria-label="Flight profile">
      {drawn && (
        <Svg width={drawn.width} height={drawn.height} label={sentence}>
          <TimeAxis ticks={drawn.times} frame={drawn.frame} />
          <ValueAxis ticks={drawn.heights} frame={drawn.frame} of="km" />
          {(['up', 'down'] as const).map((direction) => (
            <Lines
              key={direction}
              className={`drawn-${direction}`}
              of={drawn.legs.filter((each) => each.leg.direction === direction).flatMap(({ lines }) => lines)}
            />
          ))}
          <Lines className="viewer-leg-line" of={drawn.legs[leg.number - 1]?.lines ?? []} />
          <CursorMark at={({ timestamp }) => ({ x: drawn.x.at(timestamp * 1000), y: 0 })}>
            <path className="viewer-cursor-line" d={`M0 ${drawn.frame.top}V${drawn.frame.bottom}`} />
          </CursorMark>
          <CursorMark at={placeIn(drawn)}>
            <circle className="viewer-cursor-dot" r="5" />
          </CursorMark>
        </Svg>
      )}
      <figcaption>
        <span>{sentence} Going up is solid, going down dashed; click to set the time.</span>
        <ScopeButton
          setting="profile"
          next={profile === 'near' ? 'whole' : 'near'}
          words={profile === 'near' ? 'Whole flight' : 'A day'}
        />
      </figcaption>
    </figure>
  );
});

const placeIn =
  ({ x, y }: NonNullable<ReturnType<typeof drawProfile>>) =>
  ({ timestamp, altitude }: SoundingRow) =>
    altitude === null ? undefined : { x: x.at(timestamp * 1000), y: y.at(altitude / 1000) };

const AROUND_MS = 12 * hourMs;

/** A day with the leg in its middle, as far as the flight goes. */
function windowAround({ track }: Flight, { leg }: ViewedLeg): [number, number] | undefined {
  const [first, last] = [track[0], track.at(-1)];
  if (!first || !last) return undefined;
  const [launchMs, endMs] = [parseTime(first.transmit_time), parseTime(last.transmit_time)];
  const middleMs = ((leg.begin.timeSeconds + leg.end.timeSeconds) / 2) * 1000;
  const fromMs = Math.max(launchMs, Math.min(middleMs - AROUND_MS, endMs - 2 * AROUND_MS));
  const toMs = Math.min(Math.max(endMs, leg.end.timeSeconds * 1000), fromMs + 2 * AROUND_MS);
  return toMs > fromMs ? [fromMs, toMs] : undefined;
}
