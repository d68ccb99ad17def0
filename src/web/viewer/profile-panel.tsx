import { memo, useMemo, useRef } from 'react';
import { describeFlight, drawProfile } from '../../pictures/flight-profile.ts';
import { parseTime } from '../../pictures/format.ts';
import { isInside } from '../../pictures/geometry.ts';
import type { SoundingRow } from '../../pictures/sounding/rows.ts';
import type { Units } from '../../pictures/units.ts';
import { hourMs } from '../../time.ts';
import { Lines, Svg, TimeAxis, ValueAxis } from '../pictures/svg.tsx';
import { CursorMark, useClickPoint, useSize, useViewer } from './panel.tsx';
import type { Settings } from './store/viewer-address.ts';
import type { Flight, ViewedLeg } from './store/viewer-data.ts';

interface ProfilePanelProps {
  flight: Flight;
  leg: ViewedLeg;
  profile: Settings['profile'];
  units: Units;
}

/** Altitude over time; a click moves the cursor. */
export const ProfilePanel = memo(function ProfilePanel({ flight, leg, profile, units }: ProfilePanelProps) {
  const viewer = useViewer();
  const chart = useRef<HTMLDivElement>(null);
  const size = useSize(chart);
  const isNear = profile === 'near';
  const drawn = useMemo(
    () =>
      size &&
      drawProfile(flight.track, {
        ...size,
        isFlying: flight.path.length > 0,
        window: isNear ? windowAround(flight, leg) : undefined,
        units,
      }),
    [flight, leg, isNear, size, units],
  );
  useClickPoint(chart, (point) => {
    if (!drawn || !isInside(point, drawn.frame)) return;
    void viewer.chooseTime(drawn.x.valueAt(point.x) / 1000);
  });
  const caption = describeFlight(flight.track, units);
  const xAt = ({ timestamp }: SoundingRow) => drawn?.x.at(timestamp * 1000) ?? 0;
  return (
    <figure className="picture viewer-profile" aria-label="Flight profile">
      <div ref={chart} className="viewer-fit">
        {drawn && (
          <Svg width={drawn.width} height={drawn.height} label="Flight profile">
            <TimeAxis ticks={drawn.times} frame={drawn.frame} />
            <ValueAxis ticks={drawn.heights} frame={drawn.frame} of={drawn.heightUnit} />
            {(['up', 'down'] as const).map((direction) => (
              <Lines
                key={direction}
                className={`drawn-${direction}`}
                of={drawn.legs
                  .filter((each) => each.leg.direction === direction)
                  .flatMap(({ lines }) => lines)}
              />
            ))}
            <Lines className="viewer-leg-line" of={drawn.legs[leg.number - 1]?.lines ?? []} />
            <CursorMark at={(row) => ({ x: xAt(row), y: 0 })}>
              <path className="viewer-cursor-line" d={`M0 ${drawn.frame.top}V${drawn.frame.bottom}`} />
            </CursorMark>
            <CursorMark
              at={(row) => (row.altitude === null ? undefined : { x: xAt(row), y: drawn.yAt(row.altitude) })}
            >
              <circle className="viewer-cursor-dot" r="5" />
            </CursorMark>
          </Svg>
        )}
      </div>
      <figcaption>
        <span>{caption} Solid is ascent, dashed is descent.</span>
        <button
          type="button"
          className="viewer-scope"
          onClick={() => viewer.set('profile', isNear ? 'whole' : 'near')}
        >
          {isNear ? 'Full flight' : 'One day'}
        </button>
      </figcaption>
    </figure>
  );
});

const halfWindowMs = 12 * hourMs;

/** A day with the leg in its middle, within the limits of the flight. */
function windowAround({ track }: Flight, { leg }: ViewedLeg): [number, number] | undefined {
  const [first, last] = [track[0], track.at(-1)];
  if (!first || !last) return undefined;
  const [launchMs, endMs] = [parseTime(first.transmit_time), parseTime(last.transmit_time)];
  const middleMs = ((leg.begin.timeSeconds + leg.end.timeSeconds) / 2) * 1000;
  const fromMs = Math.max(launchMs, Math.min(middleMs - halfWindowMs, endMs - 2 * halfWindowMs));
  const toMs = Math.min(Math.max(endMs, leg.end.timeSeconds * 1000), fromMs + 2 * halfWindowMs);
  return toMs > fromMs ? [fromMs, toMs] : undefined;
}
