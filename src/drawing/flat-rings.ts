import type { Ring } from '../earth/coast.ts';

type Point = Ring[number];

/** A closed line on a sphere as closed lines on a flat map from 180° W to 180° E, cut at the date line. */
export function flatRings(ring: Ring): Ring[] {
  const onward: Ring = [];
  for (const [longitude, latitude] of ring) {
    const last = onward.at(-1)?.[0] ?? longitude;
    onward.push([longitude - 360 * Math.round((longitude - last) / 360), latitude]);
  }
  const whole = closedAtPole(onward);
  return [-360, 0, 360].flatMap((shift) => {
    const shifted = whole.map(([longitude, latitude]): Point => [longitude + shift, latitude]);
    const east = clip(shifted, -180, (longitude) => longitude >= -180);
    const both = clip(east, 180, (longitude) => longitude <= 180);
    return both.length > 2 ? [both] : [];
  });
}

/** A line around a pole ends a whole turn from where it began: on a flat map the pole is an edge. */
function closedAtPole(ring: Ring): Ring {
  const [first, last] = [ring[0]!, ring.at(-1)!];
  if (Math.abs(last[0] - first[0]) < 180) return ring;
  const pole = Math.sign(first[1]) * 90;
  return [...ring, [last[0], pole], [first[0], pole], first];
}

/** What of a closed line lies on one side of a meridian, by Sutherland and Hodgman. */
function clip(ring: Ring, edge: number, isKept: (longitude: number) => boolean): Ring {
  const kept: Ring = [];
  for (const [index, to] of ring.entries()) {
    const from = ring[index - 1] ?? ring.at(-1)!;
    if (isKept(from[0]) !== isKept(to[0])) {
      const part = (edge - from[0]) / (to[0] - from[0]);
      kept.push([edge, from[1] + part * (to[1] - from[1])]);
    }
    if (isKept(to[0])) kept.push(to);
  }
  return kept[0] ? [...kept, kept[0]] : [];
}
