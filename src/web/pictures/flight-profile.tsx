import { drawProfile } from '../../pictures/flight-profile.ts';
import type { Picture } from '../../pictures/picture.ts';
import { Lines, roundToTenth, Svg, TimeAxis, ValueAxis } from './svg.tsx';

type Track = Extract<Picture, { kind: 'flight' }>['track'];

interface FlightProfileProps {
  track: Track;
  label: string;
  /** Beside the first ones. */
  names?: boolean;
}

/** Legs up solid, legs down dashed: each is a sounding. */
export function FlightProfile({ track, label, names = false }: FlightProfileProps) {
  const profile = drawProfile(track);
  if (!profile) return null;
  const { width, height, frame, times, heights, legs, end } = profile;
  const going = (direction: 'up' | 'down') =>
    legs.filter(({ leg }) => leg.direction === direction).flatMap(({ lines }) => lines);
  return (
    <Svg width={width} height={height} label={label}>
      <TimeAxis ticks={times} frame={frame} />
      <ValueAxis ticks={heights} frame={frame} of="km" />
      <Lines className="drawn-up" of={going('up')} />
      <Lines className="drawn-down" of={going('down')} />
      <circle className="drawn-dot" cx={roundToTenth(end.x)} cy={roundToTenth(end.y)} r="4" />
      {names && <LegNames legs={legs.slice(1, 4)} />}
    </Svg>
  );
}

type Legs = NonNullable<ReturnType<typeof drawProfile>>['legs'];

/** In the middle of each; the launch needs none. */
const LegNames = ({ legs }: { legs: Legs }) =>
  legs.map(({ leg, marks }) => {
    const [first, last] = [marks[0]!, marks.at(-1)!];
    return (
      <text
        key={first.timeMs}
        className="drawn-note"
        x={roundToTenth((first.x + last.x) / 2) + 8}
        y={roundToTenth((first.y + last.y) / 2) + (leg.direction === 'up' ? 12 : 0)}
      >
        {leg.direction === 'up' ? 'a leg up' : 'a leg down'}
      </text>
    );
  });
