import { niceStep } from './axes.ts';
import type { Point } from './geometry.ts';
import { maxGapMetres } from './sounding/levels.ts';
import { consecutivePairs } from './sounding/math.ts';
import type { Sounding } from './sounding/sounding.ts';
import { isUnavailable } from './sounding/unavailable.ts';
import { type Wind, type WindAtHeight, windAt } from './sounding/wind.ts';

type WindMark = Point & WindAtHeight;

export type Hodograph = NonNullable<ReturnType<typeof drawHodograph>>;

const size = 360;
const middle = size / 2;
const maxRadius = middle - 18;
const layerLimitsKm = [0, 3, 6, 9, 12, 40];
const labelStepMetres = 3000;
const minLabelSpacing = 16;

/**
 * The wind vectors of all levels, joined at their tips: east is right, north is up. Heights are above the ground if that
 * is known, otherwise above sea level.
 */
export function drawHodograph({ levels, indices, leg: { groundMetres } }: Sounding) {
  const windy = levels.flatMap(({ wind, altitudeMetres }) =>
    wind ? [{ ...wind, heightMetres: altitudeMetres - (groundMetres ?? 0) }] : [],
  );
  if (windy.length < 2) return undefined;
  const strongest = Math.max(5, ...windy.map(({ u, v }) => Math.hypot(u, v)));
  const step = niceStep(0, strongest, 4);
  const scale = maxRadius / (Math.ceil(strongest / step) * step);
  const at = ({ u, v }: Wind): Point => ({ x: middle + u * scale, y: middle - v * scale });
  const { stormMotion } = indices;
  return {
    width: size,
    height: size,
    centre: { x: middle, y: middle },
    heightsAbove: groundMetres === null ? ('sea level' as const) : ('the ground' as const),
    /** Wind in m/s per unit of the picture. */
    metresPerUnit: 1 / scale,
    rings: Array.from({ length: Math.ceil(strongest / step) }, (_, index) => ({
      metresPerSecond: (index + 1) * step,
      radius: (index + 1) * step * scale,
    })),
    layers: layersOf(windy.map((wind) => ({ ...wind, ...at(wind) }))),
    labels: heightLabels(windy, at),
    storms: isUnavailable(stormMotion)
      ? []
      : (['right', 'left'] as const).map((mover) => ({ ...at(stormMotion[mover]), mover })),
  };
}

/** Each layer starts where the one below ends. */
function layersOf(marks: WindMark[]) {
  return consecutivePairs(layerLimitsKm).flatMap(([fromKilometres, toKilometres]) => {
    const first = marks.findIndex(({ heightMetres }) => heightMetres >= fromKilometres * 1000);
    const next = marks.findIndex(({ heightMetres }) => heightMetres >= toKilometres * 1000);
    if (first < 0) return [];
    const own = marks.slice(first, next < 0 ? undefined : next + 1);
    return own.length > 1 ? [{ fromKilometres, toKilometres, marks: own }] : [];
  });
}

/** Every third kilometre, at the wind of exactly that height. A label that would cover another one is left out. */
function heightLabels(winds: WindAtHeight[], at: (wind: Wind) => Point) {
  const labels: (Point & { heightMetres: number })[] = [];
  for (const [below, above] of consecutivePairs(winds)) {
    const heightMetres = Math.floor(above.heightMetres / labelStepMetres) * labelStepMetres;
    if (heightMetres <= 0 || heightMetres <= below.heightMetres) continue;
    if (above.heightMetres - below.heightMetres > maxGapMetres) continue;
    const label = { ...at(windAt([below, above], heightMetres)), heightMetres };
    if (labels.every(({ x, y }) => Math.hypot(x - label.x, y - label.y) > minLabelSpacing))
      labels.push(label);
  }
  return labels;
}
