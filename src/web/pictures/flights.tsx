import { drawProfile, firstLegs, flightText, legsText } from '../../pictures/flight-profile.ts';
import { soundingText } from '../../pictures/skew-t.ts';
import { defaultUnits } from '../../pictures/units.ts';
import { barbLegendOf } from '../../pictures/wind-barb.ts';
import type { Drawings, PictureProps } from './picture-figure.tsx';
import { SoundingChart } from './skew-t.tsx';
import { Lines, round, Svg, TimeAxis, ValueAxis } from './svg.tsx';

function FlightProfile({ picture: { kind, track }, label }: PictureProps<'flight'> | PictureProps<'legs'>) {
  const profile = drawProfile(kind === 'legs' ? firstLegs(track) : track);
  if (!profile) return null;
  const { width, height, frame, times, heights, heightUnit, legs, end } = profile;
  const linesOf = (direction: 'up' | 'down') =>
    legs.filter(({ leg }) => leg.direction === direction).flatMap(({ lines }) => lines);
  return (
    <Svg width={width} height={height} label={label}>
      <TimeAxis ticks={times} frame={frame} />
      <ValueAxis ticks={heights} frame={frame} of={heightUnit} />
      <Lines className="drawn-up" of={linesOf('up')} />
      <Lines className="drawn-down" of={linesOf('down')} />
      <circle className="drawn-dot" cx={round(end.x)} cy={round(end.y)} r="4" />
      {kind === 'legs' && <LegNames legs={legs.slice(1, 4)} />}
    </Svg>
  );
}

type Legs = NonNullable<ReturnType<typeof drawProfile>>['legs'];

const LegNames = ({ legs }: { legs: Legs }) =>
  legs.map(({ leg, marks }) => {
    const [first, last] = [marks[0], marks.at(-1)];
    if (!first || !last) return null;
    const isUp = leg.direction === 'up';
    return (
      <text
        key={first.timeMs}
        className="drawn-note"
        x={round((first.x + last.x) / 2) + 8}
        y={round((first.y + last.y) / 2) + (isUp ? 12 : 0)}
      >
        {isUp ? 'leg up' : 'leg down'}
      </text>
    );
  });

const directionLegend = 'Solid is ascent, dashed is descent.';

export const drawings: Drawings<'sounding' | 'flight' | 'legs'> = {
  sounding: {
    ...soundingText,
    Chart: SoundingChart,
    legend: `Temperature is solid, dew point dashed, lifted parcel dotted, compared with the virtual temperature of the air (thin). Background: isotherms, dry and moist adiabats, mixing ratios. Hodograph: heights in km above the ground, or above sea level if the ground is unknown. ${barbLegendOf(defaultUnits.wind)}`,
  },
  flight: { ...flightText, Chart: FlightProfile, legend: directionLegend },
  legs: { ...legsText, Chart: FlightProfile, legend: directionLegend },
};
