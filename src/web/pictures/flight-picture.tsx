import type { Picture } from '../../drawing/picture.ts';
import { drawProfile } from '../../drawing/profile.ts';
import { Lines, round, Svg, TimeAxis, ValueAxis } from './svg.tsx';

type Track = Extract<Picture, { kind: 'flight' }>['track'];

/** Legs up solid, legs down dashed: each is a sounding. */
export function FlightPicture({ track, label }: { track: Track; label: string }) {
  const profile = drawProfile(track);
  if (!profile) return null;
  const { width, height, frame, times, heights, legs, end } = profile;
  const going = (direction: 'up' | 'down') =>
    legs.filter(({ leg }) => leg.direction === direction).map(({ marks }) => marks);
  return (
    <Svg width={width} height={height} label={label}>
      <TimeAxis ticks={times} frame={frame} />
      <ValueAxis ticks={heights} frame={frame} of="km" />
      <Lines className="drawn-up" of={going('up')} />
      <Lines className="drawn-down" of={going('down')} />
      <circle className="drawn-dot" cx={round(end.x)} cy={round(end.y)} r="4" />
    </Svg>
  );
}
