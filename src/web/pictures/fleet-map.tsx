import { worldMap } from '../../pictures/earth-map.ts';
import { drawFleet } from '../../pictures/fleet-map.ts';
import type { PictureProps } from './picture-figure.tsx';
import { Dots, Earth, Lines, Svg } from './svg.tsx';

export function FleetMap({ picture, label }: PictureProps<'fleet'>) {
  const earth = worldMap();
  return (
    <Svg width={earth.width} height={earth.height} label={label}>
      <Earth earth={earth} />
      <FleetLines balloons={drawFleet(picture.fleet.balloons, earth)} />
    </Svg>
  );
}

export const FleetLines = ({ balloons }: { balloons: ReturnType<typeof drawFleet> }) => (
  <>
    <Lines className="drawn-tracks" of={balloons.flatMap(({ track }) => track)} />
    <Dots className="drawn-stations" at={balloons.flatMap(({ head }) => head ?? [])} />
  </>
);
