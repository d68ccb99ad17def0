import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Coordinates } from '../api/data-api.ts';
import { coast, cutAtDateLine } from './earth/coast.ts';
import type { Point } from './geometry.ts';
import { combine, coordinatesOf, globe, type Vector, vectorOf } from './projections.ts';

const frame = { left: 0, top: 0, right: 400, bottom: 400 };
const centres = fc.record({
  latitude: fc.integer({ min: -90, max: 90 }),
  longitude: fc.integer({ min: -180, max: 180 }),
});
const reaches = fc.integer({ min: 24, max: 90 });
/** Within the map, as parts of its width. */
const places = fc.record({
  x: fc.double({ min: 5, max: 395, noNaN: true }),
  y: fc.double({ min: 5, max: 395, noNaN: true }),
});

describe('the coast on a flat map', () => {
  test.each([
    ['Boston', 42.4, -72, true],
    ['the Pacific', 0, -150, false],
    ['the Caspian Sea', 41.5, 51, false],
    ['Chukotka east of the date line', 66.5, -173, true],
    ['Chukotka west of it', 67.5, 177, true],
    ['the sea between', 60, 179, false],
    ['Antarctica', -82, 20, true],
    ['the south pole', -89.9, -60, true],
    ['the north pole', 89.9, 10, false],
  ])('has %s as it is', (_, latitude, longitude, expected) => {
    expect(isLand({ latitude, longitude })).toBe(expected);
  });

  test('ends at the date line', () => {
    for (const { x } of flatCoast.flat()) expect(Math.abs(x)).toBeLessThanOrEqual(180);
  });
});

describe('the earth from above', () => {
  test.each([30, 60, 90])(
    'has land where there is land, whatever is in its middle, as far as %s°',
    (reach) => {
      for (const latitude of [-90, -50, -10, 40, 90])
        for (const longitude of [-180, -125, -80, -15, 55, 115]) {
          const map = globe({ latitude, longitude }, reach, frame);
          const land = map.land(coast);
          for (const at of lattice) {
            const here = map.unproject(at)!;
            const around = listAround(here).map(isLand);
            // Lines between two points of a coast are not bent on this map as they are on a flat one.
            if (new Set(around).size > 1) continue;
            expect([latitude, longitude, here, isWithinOdd(land, at)]).toEqual([
              latitude,
              longitude,
              here,
              around[0],
            ]);
          }
        }
    },
  );

  test('draws everything within its rim, and converts points back to coordinates', () => {
    fc.assert(
      fc.property(centres, reaches, places, (centre, reach, at) => {
        const map = globe(centre, reach, frame);
        for (const mark of [...map.land(coast).flat(), ...map.outline])
          expect(isWithinRim(mark, 200)).toBe(true);
        if (!isWithinRim(at, 199)) return;
        const back = map.project(map.unproject(at)!)!;
        expect(Math.hypot(back.x - at.x, back.y - at.y)).toBeLessThan(1e-6);
      }),
      { numRuns: 100 },
    );
  });

  test('cuts a line at the rim, where it leaves and where it comes back', () => {
    const map = globe({ latitude: 0, longitude: 0 }, 40, frame);
    const lines = map.projectLine([-20, 0, 90, 0, 20].map((longitude) => ({ latitude: 0, longitude })));
    expect(lines.map(({ length }) => length > 2)).toEqual([true, true]);
    const [out, back] = [lines[0]!.at(-1)!, lines[1]![0]!];
    for (const cut of [out, back]) expect(Math.hypot(cut.x - 400, cut.y - 200)).toBeLessThan(0.1);
    expect(map.projectLine([100, 120].map((longitude) => ({ latitude: 0, longitude })))).toEqual([]);
  });
});

const isWithinRim = ({ x, y }: Point, rim: number) => Math.hypot(x - 200, y - 200) <= rim + 1e-6;

const flatCoast = coast.flatMap(cutAtDateLine).map((ring) => ring.map(([x, y]) => ({ x, y })));
const isLand = (at: Coordinates) => isWithinOdd(flatCoast, { x: at.longitude, y: at.latitude });

function isWithinOdd(rings: Point[][], { x, y }: Point): boolean {
  let isOdd = false;
  for (const ring of rings)
    for (const [index, to] of ring.entries()) {
      const from = ring[index - 1] ?? ring.at(-1)!;
      if (from.y > y !== to.y > y && x < from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x))
        isOdd = !isOdd;
    }
  return isOdd;
}

const lattice = Array.from({ length: 5 * 5 }, (_, index) => ({
  x: 44 + 76 * (index % 5),
  y: 44 + 76 * Math.floor(index / 5),
})).filter((at) => isWithinRim(at, 190));

const around = 0.03;
const sides = [-1, 0, 1];
const directions = sides.flatMap((x) => sides.flatMap((y) => sides.map((z): Vector => [x, y, z])));

/** A place and what lies up to three degrees around it. */
const listAround = (at: Coordinates) =>
  directions.map((direction) => coordinatesOf(combine(vectorOf(at), 1, direction, around)));
