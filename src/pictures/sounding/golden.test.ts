import { expect, test } from 'vitest';
import { goldenAdiabat, goldenSoundings } from '../../../test/helpers/golden-soundings.ts';
import { testAgainstMetPy } from '../../../test/helpers/golden-tests.ts';
import { liftSaturated, zeroCelsiusKelvin } from './thermodynamics.ts';

test('a moist adiabat from 20 °C at 1000 hPa is that of MetPy within 0.05 K', () => {
  goldenAdiabat.pressure.forEach((pressureHpa, index) => {
    const celsius = liftSaturated(20 + zeroCelsiusKelvin, 1000, pressureHpa) - zeroCelsiusKelvin;
    expect(Math.abs(celsius - goldenAdiabat.temperature[index]!)).toBeLessThan(0.05);
  });
});

test('the data have soundings of every kind that a rule could get wrong', () => {
  const count = (holds: (each: (typeof goldenSoundings)[number]) => boolean) =>
    goldenSoundings.filter(holds).length;
  expect(count(({ expected }) => expected.lowest.cape === 0)).toBeGreaterThan(2);
  expect(count(({ expected }) => expected.lowest.cape > 1000)).toBeGreaterThan(2);
  expect(count(({ expected }) => expected.isotherms['0'].length > 1)).toBeGreaterThan(1);
  expect(count(({ levels }) => (levels[0]!.position?.latitude ?? 0) < 0)).toBeGreaterThan(1);
  // Capped: the LFC of `cape_cin` is in the shallow cumulus.
  const isCapped = ({ lfc, cape_cin: own }: (typeof goldenSoundings)[number]['expected']['lowest']) =>
    lfc !== null && own.lfc !== null && own.lfc - lfc > 50;
  expect(count(({ expected }) => isCapped(expected.lowest))).toBeGreaterThan(0);
  // Elevated: only the most unstable parcel has CAPE.
  const isElevated = (expected: (typeof goldenSoundings)[number]['expected']) =>
    expected.lowest.cape < 50 && expected.most_unstable.cape > 500;
  expect(count(({ expected }) => isElevated(expected))).toBeGreaterThan(0);
});

for (const sounding of goldenSoundings) testAgainstMetPy(sounding);
