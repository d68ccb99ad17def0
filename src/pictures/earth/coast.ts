import { consecutivePairs, interpolate } from '../sounding/math.ts';
import table from './coast.json' with { type: 'json' };

/** A closed line around land; the first point is repeated at the end. */
export type Ring = [longitude: number, latitude: number][];

const stepsPerDegree = 4;
const firstCode = '#'.charCodeAt(0);

/**
 * The coasts of the earth to a quarter of a degree, which is enough for a picture as wide as a page. The source is
 * Natural Earth 1:110m land (public domain) from world-atlas 2 (ISC); `tools/make-tables.ts` writes the file. `starts`
 * has the first point of each ring; `east` and `north` have one line per ring and one character per step.
 */
export const coast: readonly Ring[] = readCoast();

function readCoast(): Ring[] {
  const starts = table.starts.split(' ').map(Number);
  const north = table.north.split('\n');
  return table.east.split('\n').map((east, ring) => {
    let [x = 0, y = 0] = starts.slice(2 * ring);
    const points: Ring = [[x / stepsPerDegree, y / stepsPerDegree]];
    for (let index = 0; index < east.length; index++) {
      x += stepAt(east, index);
      y += stepAt(north[ring]!, index);
      points.push([x / stepsPerDegree, y / stepsPerDegree]);
    }
    return points;
  });
}

/**
 * The character code is twice the step; for a negative step it is one less than twice its size. One character per step
 * compresses a third better than numbers, and every map loads the coasts.
 */
function stepAt(steps: string, index: number): number {
  const code = steps.charCodeAt(index) - firstCode;
  return code % 2 === 0 ? code / 2 : -(code + 1) / 2;
}

type RingPoint = Ring[number];

/** Cuts a closed line at the date line into closed lines between 180° W and 180° E. */
export function cutAtDateLine(ring: Ring): Ring[] {
  // Nearly all rings need no cut.
  if (isWithinMap(ring)) return [ring];
  let last: number | undefined;
  const onward = ring.map(([longitude, latitude]): RingPoint => {
    last = longitude - 360 * Math.round((longitude - (last ?? longitude)) / 360);
    return [last, latitude];
  });
  const whole = closedAtPole(onward);
  return [-360, 0, 360].flatMap((shift) => {
    const shifted = whole.map(([longitude, latitude]): RingPoint => [longitude + shift, latitude]);
    const both = clipAtMeridian(clipAtMeridian(shifted, -180, 1), 180, -1);
    return both.length > 2 ? [both] : [];
  });
}

const isWithinMap = (ring: Ring) =>
  ring.every(([longitude]) => Math.abs(longitude) <= 180) &&
  consecutivePairs(ring).every(([[from], [to]]) => Math.abs(to - from) <= 180);

/** A ring around a pole ends 360° from its start. On a flat map the pole is an edge, so the ring is closed along it. */
function closedAtPole(ring: Ring): Ring {
  const [first, last] = [ring[0], ring.at(-1)];
  if (!first || !last || Math.abs(last[0] - first[0]) < 180) return ring;
  const pole = Math.sign(first[1]) * 90;
  return [...ring, [last[0], pole], [first[0], pole], first];
}

/** The part of a ring east (1) or west (-1) of a meridian (Sutherland-Hodgman). */
function clipAtMeridian(ring: Ring, edge: number, side: 1 | -1): Ring {
  const isKept = ([longitude]: RingPoint) => (longitude - edge) * side >= 0;
  const kept: Ring = [];
  let from = ring.at(-1);
  for (const to of ring) {
    if (from && isKept(from) !== isKept(to)) {
      const part = (edge - from[0]) / (to[0] - from[0]);
      kept.push([edge, interpolate(from[1], to[1], part)]);
    }
    if (isKept(to)) kept.push(to);
    from = to;
  }
  return kept[0] ? [...kept, kept[0]] : [];
}
