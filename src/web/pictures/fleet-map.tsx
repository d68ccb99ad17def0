import { worldMap } from '../../pictures/earth-map.ts';
import { drawFleet } from '../../pictures/fleet-map.ts';
import type { FleetRows } from '../../pictures/picture.ts';
import { Earth, Lines, roundToTenth, Svg } from './svg.tsx';

export function FleetPicture({ fleet, label }: { fleet: FleetRows; label: string }) {
  const earth = worldMap();
  return (
    <Svg width={earth.width} height={earth.height} label={label}>
      <Earth earth={earth} />
      <FleetLines balloons={drawFleet(fleet.balloons, earth)} />
    </Svg>
  );
}

export function FleetLines({ balloons }: { balloons: ReturnType<typeof drawFleet> }) {
  const heads = balloons.flatMap(({ head }) => head ?? []);
  return (
    <>
      <Lines className="drawn-tracks" of={balloons.flatMap(({ track }) => track)} />
      <path
        className="drawn-stations"
        d={heads.map(({ x, y }) => `M${roundToTenth(x)} ${roundToTenth(y)}h0`).join('')}
      />
    </>
  );
}
