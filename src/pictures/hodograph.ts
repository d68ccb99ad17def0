import { multiplesOf, niceStep } from './axes.ts';
import type { Point } from './geometry.ts';
import { maxGapMetres } from './sounding/levels.ts';
import { consecutivePairs } from './sounding/math.ts';
import type { Sounding } from './sounding/sounding.ts';
import { isUnavailable } from './sounding/unavailable.ts';
import { type Wind, type WindAtHeight, windAt } from './sounding/wind.ts';
import { defaultUnits, knotsOf, speedUnit, type Units } from './units.ts';

type WindMark = Point & WindAtHeight;

export type Hodograph = NonNullable<ReturnType<typeof drawHodograph>>;

interface HodographOptions {
  units?: Units;
  /** Winds relative to the storm's motion, if it is known. */
  isStormRelative?: boolean;
  /** Winds of other profiles, which must be inside the rings too. */
  otherWinds?: readonly Wind[];
}

const size = 360;
const middle = size / 2;
const centre: Point = { x: middle, y: middle };
/** The letters of the directions are outside the rings. */
const maxRadius = middle - 24;
const layerLimitsKm = [0, 1, 3, 6, 9, 12, 40];
/** Heights have a label every 3 km or 10,000 feet. */
const labelSteps = { km: { metres: 3000, shown: 3 }, ft: { metres: 3048, shown: 10 } };
const minLabelSpacing = 24;
/** The size of a letter in units of the picture. */
const letterHeight = 15;
/** From the outer ring to the letters of the directions. */
const compassPixels = 13;
const calm: Wind = { u: 0, v: 0 };

/**
 * The wind vectors of all levels, joined at their tips: east is right, north is up. Heights are above the ground if
 * that is known, otherwise above sea level.
 */
export function drawHodograph(
  sounding: Sounding,
  { units = defaultUnits, isStormRelative = false, otherWinds = [] }: HodographOptions = {},
) {
  const { levels, indices, leg } = sounding;
  const { groundMetres } = leg;
  const windy = levels.flatMap(({ wind, altitudeMetres }) =>
    wind ? [{ ...wind, heightMetres: altitudeMetres - (groundMetres ?? 0) }] : [],
  );
  if (windy.length < 2) return undefined;
  const { stormMotion } = indices;
  const motion = isUnavailable(stormMotion) ? undefined : stormMotion;
  const origin = isStormRelative && motion ? motion[motion.mover] : calm;
  const movers = motion ? [motion.right, motion.left, motion.mean] : [];
  const rings = ringsFor([...windy, ...movers, ...otherWinds], origin, units);
  const outer = rings.at(-1)!;
  const scale = outer.radius / outer.metresPerSecond;
  const pointOf = ({ u, v }: Wind): Point => ({
    x: middle + (u - origin.u) * scale,
    y: middle - (v - origin.v) * scale,
  });
  const marks = windy.map((wind) => ({ ...wind, ...pointOf(wind) }));
  const storms = motion
    ? (['right', 'left', 'mean'] as const).map((name) => ({
        ...pointOf(motion[name]),
        name,
        label: name.charAt(0).toUpperCase(),
      }))
    : [];
  const texts = textsAround(rings, [...marks, ...storms]);
  const heights = heightLabels(windy, pointOf, labelSteps[units.heights === 'ft' ? 'ft' : 'km']);
  const taken: Point[] = [...marks, ...otherWinds.map(pointOf), ...storms, ...texts];
  const labels = [...storms, ...heights].map((each) => {
    const middle = emptiestPlace(each, letterHeight, taken);
    taken.push(middle);
    return { ...each, dx: (middle.x - each.x) / letterHeight, dy: (middle.y - each.y) / letterHeight };
  });
  return {
    width: size,
    height: size,
    centre,
    /** The storm that the winds are relative to. */
    relativeTo: isStormRelative ? motion?.mover : undefined,
    heightsAbove: groundMetres === null ? ('sea level' as const) : ('the ground' as const),
    pointOf,
    rings,
    texts,
    layers: layersOf(marks),
    /**
     * The names of the storms and the heights. The way from the point to the middle of a name is in heights of a letter,
     * because the same picture is drawn with letters of several sizes.
     */
    labels,
    heights,
    storms,
  };
}

/** Rings at round speeds of the unit, around everything that is drawn. */
function ringsFor(winds: readonly Wind[], origin: Wind, units: Units) {
  const perMetre = units.wind === 'kt' ? knotsOf(1) : 1;
  const strongest =
    Math.max(5, ...winds.map(({ u, v }) => Math.hypot(u - origin.u, v - origin.v))) * perMetre;
  const step = niceStep(0, strongest, 4);
  const count = Math.ceil(strongest / step);
  return multiplesOf(step, 1, count).map((speed, index) => ({
    label: `${speed}${index === count - 1 ? ` ${speedUnit(units)}` : ''}`,
    metresPerSecond: speed / perMetre,
    radius: (maxRadius * (index + 1)) / count,
  }));
}

/** The speeds of the rings along the emptiest diagonal, and the directions outside of them. */
function textsAround(rings: ReturnType<typeof ringsFor>, taken: readonly Point[]) {
  const { angle } = emptiestPlace(centre, 0.6 * maxRadius, taken, [1, 3, 5, 7]);
  const at = (label: string, radius: number, towards: number) => ({
    label,
    ...pointAround(centre, radius, towards),
  });
  return [
    ...rings.map(({ label, radius }) => at(label, radius, angle)),
    ...['E', 'N', 'W', 'S'].map((label, quarter) =>
      at(label, maxRadius + compassPixels, (quarter * Math.PI) / 2),
    ),
  ];
}

const pointAround = ({ x, y }: Point, distance: number, angle: number): Point => ({
  x: x + distance * Math.cos(angle),
  y: y - distance * Math.sin(angle),
});

/** Returns the place around a point that is farthest from all that is drawn. Angles are from east. */
function emptiestPlace(
  from: Point,
  distance: number,
  taken: readonly Point[],
  eighths = [1, 0, 7, 2, 3, 6, 5, 4],
) {
  return eighths
    .map((eighth) => {
      const angle = (eighth * Math.PI) / 4;
      const at = pointAround(from, distance, angle);
      return { ...at, angle, room: Math.min(...taken.map(({ x, y }) => Math.hypot(x - at.x, y - at.y))) };
    })
    .reduce((best, place) => (place.room > best.room ? place : best));
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
