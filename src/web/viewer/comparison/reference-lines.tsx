import { clipLine, isInside, svgPath } from '../../../pictures/geometry.ts';
import type { Hodograph } from '../../../pictures/hodograph.ts';
import { airAt, skewTFrame } from '../../../pictures/skew-t-axes.ts';
import { Dots, Lines } from '../../pictures/svg.tsx';
import type { Reference } from './reference-store.ts';

interface ReferenceLinesProps {
  of: readonly Reference[];
}

/**
 * The profiles that the balloon's is compared with. Those of the forecast have a dot at each level, those of a leg have
 * none.
 */
export const ReferenceLines = ({ of }: ReferenceLinesProps) =>
  of.map(({ kind, profile }) => {
    const marksOf = (quantity: 'celsius' | 'dewPointCelsius') =>
      profile.map((level) => airAt(level[quantity] ?? Number.NaN, level.pressureHpa));
    const [temperature, dewPoint] = [marksOf('celsius'), marksOf('dewPointCelsius')];
    return (
      <g key={kind} className="drawn-reference" data-reference={kind}>
        <Lines className="drawn-reference-dew-point" of={clipLine(dewPoint, skewTFrame)} />
        <Lines className="drawn-reference-temperature" of={clipLine(temperature, skewTFrame)} />
        {kind === 'model' && (
          <Dots
            className="drawn-reference-dots"
            at={[...dewPoint, ...temperature].filter((mark) => isInside(mark, skewTFrame))}
          />
        )}
      </g>
    );
  });

/** The winds of these profiles, in the rings of the balloon's hodograph. */
export const ReferenceWinds = ({ of, hodograph }: ReferenceLinesProps & { hodograph: Hodograph }) =>
  of.map(({ kind, profile }) => {
    const marks = profile.flatMap(({ wind }) => (wind ? [hodograph.pointOf(wind)] : []));
    return (
      <g key={kind} className="drawn-reference" data-reference={kind}>
        <path className="drawn-reference-temperature" d={svgPath([marks])} />
        {kind === 'model' && <Dots className="drawn-reference-dots" at={marks} />}
      </g>
    );
  });
