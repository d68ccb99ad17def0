import type { Place } from '../../../pictures/frame.ts';
import { pathOf } from '../../../pictures/path.ts';
import type { WindBarb } from '../../../pictures/wind-barb.ts';
import { round } from './svg.tsx';

export const barbLegend =
  'A barb points to where the wind comes from: half a feather is 5 knots, a feather 10, a pennant 50.';

/** All barbs as two lines and a few circles. */
export function Barbs({ barbs }: { barbs: readonly (WindBarb & Place)[] }) {
  const pennants = pathOf(
    barbs.flatMap((barb) => barb.pennants),
    { close: true },
  );
  return (
    <g className="drawn-barbs">
      <path d={pathOf(barbs.flatMap(({ lines }) => lines))} />
      {pennants !== '' && <path className="drawn-pennants" d={pennants} />}
      {barbs
        .filter(({ isCalm }) => isCalm)
        .map(({ x, y }) => (
          <circle key={`${x} ${y}`} cx={round(x)} cy={round(y)} r="3" />
        ))}
    </g>
  );
}
