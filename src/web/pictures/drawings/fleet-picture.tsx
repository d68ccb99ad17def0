import { drawFleet, type FleetMap } from '../../../pictures/fleet-map.ts';
import type { FleetRows } from '../../../pictures/picture.ts';
import { Earth } from '../parts/earth.tsx';
import { Lines, round, Svg } from '../parts/svg.tsx';

/** All balloons and where they have been. */
export function FleetPicture({ fleet, label }: { fleet: FleetRows; label: string }) {
  const map = drawFleet(fleet);
  return (
    <Svg width={map.earth.width} height={map.earth.height} label={label}>
      <Earth earth={map.earth} />
      <FleetLines balloons={map.balloons} />
    </Svg>
  );
}

export function FleetLines({ balloons }: Pick<FleetMap, 'balloons'>) {
  const heads = balloons.flatMap(({ head }) => head ?? []);
  return (
    <>
      <Lines className="drawn-tracks" of={balloons.flatMap(({ track }) => track)} />
      <path className="drawn-stations" d={heads.map(({ x, y }) => `M${round(x)} ${round(y)}h0`).join('')} />
    </>
  );
}
