import table from './coast.json' with { type: 'json' };

/** A closed line around land, longitude before latitude, its first point again at the end. */
export type Ring = [longitude: number, latitude: number][];

const STEPS_PER_DEGREE = 4;
const FIRST_CODE = '#'.charCodeAt(0);

/**
 * The coasts of the earth to a quarter of a degree: enough for a picture as wide as a page. Natural Earth 1:110m land
 * (public domain) by way of world-atlas 2 (ISC), made by `tools/make-tables.ts`. `starts` has where each
 * ring begins, `east` and `north` a line for each ring and a character for each step.
 */
export const coast: readonly Ring[] = readCoast();

function readCoast(): Ring[] {
  const starts = table.starts.split(' ').map(Number);
  const north = table.north.split('\n');
  return table.east.split('\n').map((east, ring) => {
    let [x, y] = [starts[2 * ring]!, starts[2 * ring + 1]!];
    const points: Ring = [[x / STEPS_PER_DEGREE, y / STEPS_PER_DEGREE]];
    for (let index = 0; index < east.length; index++) {
      x += stepAt(east, index);
      y += stepAt(north[ring]!, index);
      points.push([x / STEPS_PER_DEGREE, y / STEPS_PER_DEGREE]);
    }
    return points;
  });
}

/**
 * Twice the step, or, westward and southward, one less than twice its size. One character a step compresses a third
 * better than numbers, and every map carries the coasts along.
 */
function stepAt(steps: string, index: number): number {
  const code = steps.charCodeAt(index) - FIRST_CODE;
  return code % 2 === 0 ? code / 2 : -(code + 1) / 2;
}
