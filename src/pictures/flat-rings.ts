import type { Ring } from './earth/coast.ts';

type Point = Ring[number];

/** A closed line on a sphere as closed lines on a flat map from 180° W to 180° E, cut at the date line. */
export function flatRings(ring: Ring): Ring[] {
  // Nearly all of them.
  if (isFlat(ring)) return [ring];
  const onward: Ring = [];
  let last = ring[0]![0];
  for (const [longitude, latitude] of ring) {
    last = longitude - 360 * Math.round((longitude - last) / 360);
    onward.push([last, latitude]);
  }
  const whole = closedAtPole(onward);
  return [-360, 0, 360].flatMap((shift) => {
    const shifted = whole.map(([longitude, latitude]): Point => [longitude + shift, latitude]);
    const both = clip(clip(shifted, -180, 1), 180, -1);
    return both.length > 2 ? [both] : [];
  });
}

function isFlat(ring: Ring): boolean {
  let last = ring[0]![0];
  for (const [longitude] of ring) {
    if (Math.abs(longitude) > 180 || Math.abs(longitude - last) > 180) return false;
    last = longitude;
  }
  return true;
}

/** A line around a pole ends a whole turn from where it began: on a flat map the pole is an edge. */
function closedAtPole(ring: Ring): Ring {
  const [first, last] = [ring[0]!, ring.at(-1)!];
  if (Math.abs(last[0] - first[0]) < 180) return ring;
  const pole = Math.sign(first[1]) * 90;
  return [...ring, [last[0], pole], [first[0], pole], first];
}

/** What of a closed line lies east (1) or west (-1) of a meridian, by Sutherland and Hodgman. */
function clip(ring: Ring, edge: number, side: 1 | -1): Ring {
  const kept: Ring = [];
  let from = ring.at(-1)!;
  let wasKept = ring.length > 0 && (from[0] - edge) * side >= 0;
  for (const to of ring) {
    const isKept = (to[0] - edge) * side >= 0;
    if (isKept !== wasKept) {
      const part = (edge - from[0]) / (to[0] - from[0]);
      kept.push([edge, from[1] + part * (to[1] - from[1])]);
    }
    if (isKept) kept.push(to);
    from = to;
    wasKept = isKept;
  }
  return kept[0] ? [...kept, kept[0]] : [];
}
