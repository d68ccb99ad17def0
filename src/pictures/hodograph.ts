import { niceStep } from './axes.ts';
import type { Point } from './geometry.ts';
import { consecutivePairs } from './sounding/math.ts';
import type { Sounding } from './sounding/sounding.ts';
import { isUnavailable } from './sounding/unavailable.ts';
import type { Wind } from './sounding/wind.ts';

interface WindMark extends Point, Wind {
  altitudeMetres: number;
}

export type Hodograph = NonNullable<ReturnType<typeof drawHodograph>>;

const size = 360;
const middle = size / 2;
const maxRadius = middle - 18;
const layerLimitsKm = [0, 3, 6, 9, 12, 40];

/** The wind vectors of all levels, joined at their tips: east is right, north is up. */
export function drawHodograph({ levels, indices }: Sounding) {
  const windy = levels.flatMap(({ wind, altitudeMetres }) => (wind ? [{ ...wind, altitudeMetres }] : []));
  if (windy.length < 2) return undefined;
  const strongest = Math.max(5, ...windy.map(({ u, v }) => Math.hypot(u, v)));
  const step = niceStep(0, strongest, 4);
  const scale = maxRadius / (Math.ceil(strongest / step) * step);
  const at = ({ u, v }: Wind): Point => ({ x: middle + u * scale, y: middle - v * scale });
  const marks = windy.map((wind) => ({ ...wind, ...at(wind) }));
  const { stormMotion } = indices;
  return {
    width: size,
    height: size,
    centre: { x: middle, y: middle },
    /** Wind in m/s per unit of the picture. */
    metresPerUnit: 1 / scale,
    rings: Array.from({ length: Math.ceil(strongest / step) }, (_, index) => ({
      metresPerSecond: (index + 1) * step,
      radius: (index + 1) * step * scale,
    })),
    layers: layersOf(marks),
    kilometres: wholeKilometres(marks),
    storms: isUnavailable(stormMotion)
      ? []
      : (['right', 'left'] as const).map((label) => ({ ...at(stormMotion[label]), label })),
  };
}

/** Each layer starts where the one below ends. */
function layersOf(marks: WindMark[]) {
  return consecutivePairs(layerLimitsKm).flatMap(([fromKilometres, toKilometres]) => {
    const first = marks.findIndex(({ altitudeMetres }) => altitudeMetres >= fromKilometres * 1000);
    const next = marks.findIndex(({ altitudeMetres }) => altitudeMetres >= toKilometres * 1000);
    if (first < 0) return [];
    const own = marks.slice(first, next < 0 ? undefined : next + 1);
    return own.length > 1 ? [{ fromKilometres, toKilometres, marks: own }] : [];
  });
}

function wholeKilometres(marks: WindMark[]) {
  const found: (WindMark & { label: string })[] = [];
  for (const mark of marks) {
    const kilometres = Math.floor(mark.altitudeMetres / 1000);
    const before = found.at(-1);
    const isNew = !before || Math.floor(before.altitudeMetres / 1000) < kilometres;
    // Labels that overlap could not be read.
    if (isNew && kilometres > 0 && found.every(({ x, y }) => Math.hypot(x - mark.x, y - mark.y) > 16))
      found.push({ ...mark, label: `${kilometres}` });
  }
  return found;
}
