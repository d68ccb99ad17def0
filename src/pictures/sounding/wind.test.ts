import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flightRows } from '../../../test/helpers/observation-rows.ts';
import { levelsFrom } from './levels.ts';
import { checkRows, RejectionCounts } from './rows.ts';
import { bulkShear, helicity, meanWind, stormMotion, type WindAtHeight, windIndices } from './wind.ts';

const heights = Array.from({ length: 101 }, (_, index) => 100 * index);
const profile = (u: (metres: number) => number, v: (metres: number) => number): WindAtHeight[] =>
  heights.map((heightMetres) => ({ heightMetres, u: u(heightMetres), v: v(heightMetres) }));

describe('a wind that grows evenly with height', () => {
  const growing = profile(
    (metres) => metres / 200,
    () => 0,
  );

  test('has the wind of 3 km as its mean up to 6 km, and not that of the denser air below', () => {
    expect(meanWind(growing, 0, 6000).u).toBeCloseTo(15, 9);
    expect(meanWind(growing, 0, 6000).v).toBe(0);
  });

  test('has the same mean where its levels are not evenly spaced', () => {
    const uneven = growing.filter(({ heightMetres }) => heightMetres < 1000 || heightMetres % 700 === 0);
    expect(meanWind(uneven, 0, 6000).u).toBeCloseTo(15, 9);
  });

  test('has a shear of what it grows by', () => {
    for (const [metres, u] of [
      [1000, 5],
      [3000, 15],
      [6000, 30],
    ] as const)
      expect(bulkShear(growing, metres)).toEqual({ u, v: 0 });
  });

  test('moves a storm 7.5 m/s to the right or to the left of the mean', () => {
    const { right, left } = stormMotion(growing)!;
    expect(right.u).toBeCloseTo(15, 9);
    expect(right.v).toBeCloseTo(-7.5, 9);
    expect(left.v).toBeCloseTo(7.5, 9);
  });

  test('has a helicity of the shear times how far the storm strays', () => {
    const { right } = stormMotion(growing)!;
    expect(helicity(growing, 3000, right)).toBeCloseTo(15 * 7.5, 9);
    expect(helicity(growing, 1000, right)).toBeCloseTo(5 * 7.5, 9);
  });
});

test('a hodograph that is a half circle has the helicity of its area', () => {
  const circle = profile(
    (metres) => -10 * Math.cos((Math.PI * metres) / 3000),
    (metres) => 10 * Math.sin((Math.PI * metres) / 3000),
  );
  // Twice the area: π r².
  expect(helicity(circle, 3000, { u: 0, v: 0 })).toBeCloseTo(100 * Math.PI, -1);
});

test('helicity and shear do not change when all winds do', () => {
  const component = fc.double({ min: -50, max: 50, noNaN: true });
  fc.assert(
    fc.property(
      fc.array(fc.tuple(component, component), { minLength: 101, maxLength: 101 }),
      component,
      (winds, more) => {
        const own = heights.map((heightMetres, index) => ({
          heightMetres,
          u: winds[index]![0],
          v: winds[index]![1],
        }));
        const moved = own.map((wind) => ({ ...wind, u: wind.u + more }));
        expect(helicity(moved, 3000, { u: more, v: 0 })).toBeCloseTo(helicity(own, 3000, { u: 0, v: 0 }), 5);
        expect(bulkShear(moved, 6000).u).toBeCloseTo(bulkShear(own, 6000).u, 9);
      },
    ),
    { numRuns: 20 },
  );
});

describe('the wind indices', () => {
  const levelsOf = (
    fromMetres: number,
    toMetres: number,
    latitude = 50,
    isMissing = (_: number) => false,
  ) => {
    const rows = flightRows({
      fromMetres,
      toMetres,
      measure: (metres) => ({
        latitude,
        speed_u: isMissing(metres) ? null : metres / 200,
        speed_v: 0,
      }),
    });
    return levelsFrom(checkRows(rows, new RejectionCounts()), new RejectionCounts());
  };

  test('exist for a leg from the ground', () => {
    const { shear6km, helicity3km } = windIndices(levelsOf(0, 9000), 0);
    expect(shear6km).toMatchObject({ v: 0 });
    expect('u' in shear6km && shear6km.u).toBeGreaterThan(29);
    expect('value' in helicity3km && helicity3km.value).toBeGreaterThan(100);
  });

  test.each([
    [50, 'right'],
    [-35, 'left'],
  ] as const)(
    'use and name the same mover for storm motion and helicity at latitude %i: the %s one',
    (latitude, mover) => {
      const levels = levelsOf(0, 9000, latitude);
      const { helicity3km, stormMotion: motion } = windIndices(levels, 0);
      if (!('mover' in motion) || !('value' in helicity3km)) throw new Error('There is no storm motion.');
      expect(motion.mover).toBe(mover);
      const winds = levels.map(({ altitudeMetres, wind }) => ({ heightMetres: altitudeMetres, ...wind! }));
      expect(helicity3km.value).toBeCloseTo(helicity(winds, 3000, motion[mover]), 9);
      expect(Math.sign(helicity3km.value)).toBe(mover === 'left' ? -1 : 1);
    },
  );

  test('include the shear of the depth that a low leg has', () => {
    const { shear1km, shear3km, shear6km } = windIndices(levelsOf(0, 4000), 0);
    expect(shear1km).toHaveProperty('u');
    expect(shear3km).toHaveProperty('u');
    expect(shear6km).toEqual({
      unavailable: 'Wind data end {4000.0} above the ground; {6000.0} are needed.',
    });
  });

  test.each([
    ['on a leg aloft', levelsOf(4200, 12_000), null, 'data begin at {4225.0} above sea level'],
    ['on a leg that ends too low', levelsOf(0, 900), 0, '.0} are needed'],
    ['without wind', levelsOf(0, 9000, 50, () => true), 0, 'No wind data'],
    [
      'with a gap',
      levelsOf(0, 9000, 50, (metres) => metres > 500 && metres < 4000),
      0,
      'at {525.0}–{4025.0} above sea level',
    ],
    ['with none near the ground', levelsOf(0, 9000, 50, (metres) => metres < 900), 0, 'below {925.0}'],
  ])('is a sentence %s', (_, levels, ground, sentence) => {
    for (const index of Object.values(windIndices(levels, ground)))
      expect(index).toMatchObject({ unavailable: expect.stringContaining(sentence) });
  });

  test('include no storm motion if the wind is the same at all heights', () => {
    expect(
      stormMotion(
        profile(
          () => 8,
          () => 3,
        ),
      ),
    ).toBeUndefined();
  });
});
