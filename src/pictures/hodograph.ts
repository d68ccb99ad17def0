import { niceStep } from './axes.ts';
import type { Point } from './geometry.ts';
import { maxGapMetres } from './sounding/levels.ts';
import { consecutivePairs } from './sounding/math.ts';
import type { Sounding } from './sounding/sounding.ts';
import { isUnavailable } from './sounding/unavailable.ts';
import { type Wind, type WindAtHeight, windAt } from './sounding/wind.ts';
import { defaultUnits, type Units } from './units.ts';

type WindMark = Point & WindAtHeight;

export type Hodograph = NonNullable<ReturnType<typeof drawHodograph>>;

const size = 360;
const middle = size / 2;
const maxRadius = middle - 18;
const layerLimitsKm = [0, 3, 6, 9, 12, 40];
/** Heights have a label every 3 km or 10,000 feet. */
const labelSteps = { km: { metres: 3000, shown: 3 }, ft: { metres: 3048, shown: 10 } };
const minLabelSpacing = 24;

/**
 * The wind vectors of all levels, joined at their tips: east is right, north is up. Heights are above the ground if that
 * is known, otherwise above sea level.
 */
export function drawHodograph(sounding: Sounding, { heights }: Units = defaultUnits) {
  const { levels, indices, leg } = sounding;
  const { groundMetres } = leg;
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
    labels: heightLabels(windy, at, labelSteps[heights === 'ft' ? 'ft' : 'km']),
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

/** Labels are at the wind of exactly their height. One that would cover another is left out. */
function heightLabels(
  winds: WindAtHeight[],
  at: (wind: Wind) => Point,
  step: { metres: number; shown: number },
) {
  const labels: (Point & { heightMetres: number; label: number })[] = [];
  for (const [below, above] of consecutivePairs(winds)) {
    const count = Math.floor(above.heightMetres / step.metres);
    const heightMetres = count * step.metres;
    if (heightMetres <= 0 || heightMetres <= below.heightMetres) continue;
    if (above.heightMetres - below.heightMetres > maxGapMetres) continue;
    const place = at(windAt([below, above], heightMetres));
    if (labels.every(({ x, y }) => Math.hypot(x - place.x, y - place.y) > minLabelSpacing))
      labels.push({ ...place, heightMetres, label: count * step.shown });
  }
  return labels;
}
