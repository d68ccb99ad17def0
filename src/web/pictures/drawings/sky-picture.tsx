import type { SkyRows } from '../../../pictures/picture.ts';
import { drawSky, type SkyMap } from '../../../pictures/sky-map.ts';
import { Earth } from '../parts/earth.tsx';
import { Lines, round, Svg } from '../parts/svg.tsx';

/** All balloons and where they have been. */
export function SkyPicture({ sky, label }: { sky: SkyRows; label: string }) {
  const map = drawSky(sky);
  return (
    <Svg width={map.earth.width} height={map.earth.height} label={label}>
      <Earth earth={map.earth} />
      <SkyLines balloons={map.balloons} />
    </Svg>
  );
}

export function SkyLines({ balloons }: Pick<SkyMap, 'balloons'>) {
  const heads = balloons.flatMap(({ head }) => head ?? []);
  return (
    <>
      <Lines className="drawn-tracks" of={balloons.flatMap(({ track }) => track)} />
      <path className="drawn-stations" d={heads.map(({ x, y }) => `M${round(x)} ${round(y)}h0`).join('')} />
    </>
  );
}
