import table from './coast.json' with { type: 'json' };

/** A closed line around land, longitude before latitude, its first point again at the end. */
type Ring = [longitude: number, latitude: number][];

const STEPS_PER_DEGREE = 4;

/** The coasts of the earth to a quarter of a degree: enough for a picture as wide as a page. */
export function readCoast(): Ring[] {
  return table.rings.map((ring) => {
    const steps = ring.split(' ').map(Number);
    let [x, y] = [0, 0];
    const points: Ring = [];
    for (let index = 0; index + 1 < steps.length; index += 2) {
      x += steps[index]!;
      y += steps[index + 1]!;
      points.push([x / STEPS_PER_DEGREE, y / STEPS_PER_DEGREE]);
    }
    return points;
  });
}
