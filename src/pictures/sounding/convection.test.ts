import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { convectionOf } from './convection.ts';
import type { Air } from './parcel.ts';
import {
  dewPointCelsius,
  dryAirGasConstant,
  liftDry,
  liftSaturated,
  saturationRatio,
  vapourHpa,
  virtualKelvin,
  zeroCelsiusKelvin,
} from './thermodynamics.ts';
import { isUnavailable, type OrUnavailable } from './unavailable.ts';

const levelsHpa = Array.from({ length: 180 }, (_, index) => 1000 * 0.987 ** index);

/** Air whose temperature and dew point are functions of pressure; both virtual, so that sums are easy. */
const airWith = (
  kelvinAt: (hpa: number) => number,
  dewPointAt: (hpa: number) => number,
  topHpa = 100,
): Air[] =>
  levelsHpa
    .filter((hpa) => hpa >= topHpa)
    .map((pressureHpa) => {
      const kelvin = kelvinAt(pressureHpa);
      const dewPointKelvin = Math.min(kelvin, dewPointAt(pressureHpa));
      return {
        pressureHpa,
        altitudeMetres: 7500 * Math.log(1000 / pressureHpa),
        kelvin,
        dewPointKelvin,
        virtualKelvin: virtualKelvin(kelvin, saturationRatio(dewPointKelvin, pressureHpa)),
      };
    });

function known<Known extends object>(value: OrUnavailable<Known>): Known {
  if (isUnavailable(value)) throw new Error(value.unavailable);
  return value;
}

/** A saturated parcel from 1000 hPa and 295 K at each pressure. */
const parcelAt = (hpa: number) => liftSaturated(295, 1000, hpa);
/** Air that is as light as that parcel, but for `excess`, K; and dry, so that its temperature is the virtual one. */
const drierThan = (excess: (hpa: number) => number): Air[] => {
  const virtual = (hpa: number) =>
    virtualKelvin(parcelAt(hpa), saturationRatio(parcelAt(hpa), hpa)) - excess(hpa);
  return airWith(virtual, () => 160).map((air, index) =>
    index > 0 ? air : { ...air, kelvin: 295, dewPointKelvin: 295 },
  );
};

describe('a saturated parcel', () => {
  test('has the CAPE of the area between two curves that are 2 K apart', () => {
    const air = drierThan((hpa) => (hpa > 300 ? 2 : -2));
    const { cape, cin, condensation, freeConvection, equilibrium } = known(convectionOf('lowest', air));
    expect(condensation.pressureHpa).toBeCloseTo(1000, 6);
    expect(known(freeConvection).pressureHpa).toBeCloseTo(1000, 6);
    expect(Math.abs(known(equilibrium).pressureHpa - 300)).toBeLessThan(4);
    const expected = dryAirGasConstant * 2 * Math.log(1000 / 300);
    expect(Math.abs(known(cape).value / expected - 1)).toBeLessThan(0.01);
    expect(known(cape).isLowerBound).toBe(false);
    expect(known(cin).value).toBe(0);
  });

  test('has CIN below a level of free convection and CAPE above it', () => {
    const air = drierThan((hpa) => (hpa > 700 ? -1 : hpa > 200 ? 3 : -5));
    const { cape, cin, freeConvection } = known(convectionOf('lowest', air));
    expect(Math.abs(known(freeConvection).pressureHpa - 700)).toBeLessThan(10);
    expect(Math.abs(known(cin).value / (-dryAirGasConstant * Math.log(1000 / 700)) - 1)).toBeLessThan(0.05);
    expect(Math.abs(known(cape).value / (dryAirGasConstant * 3 * Math.log(700 / 200)) - 1)).toBeLessThan(
      0.02,
    );
  });

  test('has its free convection above an inversion, not in shallow cumulus below it, and all CIN up to there', () => {
    // Cumulus at 950 to 850 hPa, an inversion of 7 K up to 750 hPa, and deep convection above.
    const air = drierThan((hpa) => (hpa > 950 ? -0.5 : hpa > 850 ? 1 : hpa > 750 ? -7 : hpa > 200 ? 3 : -5));
    const { cape, cin, freeConvection } = known(convectionOf('lowest', air));
    expect(Math.abs(known(freeConvection).pressureHpa - 750)).toBeLessThan(8);
    const inhibited = 0.5 * Math.log(1000 / 950) + 7 * Math.log(850 / 750);
    expect(Math.abs(known(cin).value / (-dryAirGasConstant * inhibited) - 1)).toBeLessThan(0.1);
    const area = dryAirGasConstant * 3 * Math.log(750 / 200);
    expect(Math.abs(known(cape).value / area - 1)).toBeLessThan(0.02);
  });

  test('has no inhibition taken away by a buoyant layer below, and no CAPE by a stable one above', () => {
    const air = drierThan((hpa) =>
      hpa > 950 ? 4 : hpa > 800 ? -1 : hpa > 600 ? 2 : hpa > 500 ? -1 : hpa > 200 ? 3 : -5,
    );
    const { cape, cin } = known(convectionOf('lowest', air));
    const stable = Math.log(950 / 800) + Math.log(600 / 500);
    expect(Math.abs(known(cin).value / (-dryAirGasConstant * stable) - 1)).toBeLessThan(0.12);
    const area = dryAirGasConstant * 3 * Math.log(500 / 200);
    expect(Math.abs(known(cape).value / area - 1)).toBeLessThan(0.02);
  });

  test('has a lifted index of the difference at 500 hPa', () => {
    const { liftedIndex } = known(
      convectionOf(
        'lowest',
        drierThan((hpa) => (hpa > 300 ? 2 : -2)),
      ),
    );
    // The air is dry, so that its temperature is the parcel's virtual temperature minus 2 K.
    const virtual = virtualKelvin(parcelAt(500), saturationRatio(parcelAt(500), 500));
    expect(Math.abs(known(liftedIndex).value - (virtual - 2 - parcelAt(500)))).toBeLessThan(0.05);
    const low = airWith(
      (hpa) => parcelAt(hpa),
      (hpa) => parcelAt(hpa),
      600,
    );
    expect(known(convectionOf('lowest', low)).liftedIndex).toEqual({
      unavailable: expect.stringContaining('The data end below 500 hPa'),
    });
  });

  test('has a lower bound of CAPE and no equilibrium level where it is still warmer at the top', () => {
    const { cape, equilibrium } = known(
      convectionOf(
        'lowest',
        drierThan(() => 2),
      ),
    );
    expect(known(cape).isLowerBound).toBe(true);
    expect(equilibrium).toMatchObject({ unavailable: expect.stringContaining('still buoyant') });
  });

  test('keeps the highest equilibrium level among the crossings that noise makes', () => {
    const noisy = drierThan((hpa) => (hpa > 900 ? 0.2 * Math.sin(hpa) : hpa > 250 ? 2 : -2));
    const { cape, equilibrium } = known(convectionOf('lowest', noisy));
    expect(Math.abs(known(equilibrium).pressureHpa - 250)).toBeLessThan(4);
    expect(known(cape).value).toBeGreaterThan(dryAirGasConstant * 2 * Math.log(900 / 250) * 0.95);
  });
});

describe('a parcel that never becomes buoyant', () => {
  test('has a CAPE of 0 under a stable air, and no CIN: there is no level to be lifted to', () => {
    const { cape, cin, freeConvection } = known(
      convectionOf(
        'lowest',
        airWith(
          () => 290,
          () => 280,
        ),
      ),
    );
    expect(cape).toEqual({ value: 0, unit: 'J/kg', isLowerBound: false });
    expect(cin).toMatchObject({ unavailable: expect.stringContaining('never becomes buoyant') });
    expect(freeConvection).toHaveProperty('unavailable');
  });

  test('has no CAPE if the sounding ends too low to compute it', () => {
    const { cape } = known(
      convectionOf(
        'lowest',
        airWith(
          () => 290,
          () => 280,
          600,
        ),
      ),
    );
    expect(cape).toHaveProperty('unavailable');
  });

  test('has a condensation level above the top of the sounding all the same', () => {
    const { condensation, freeConvection } = known(
      convectionOf(
        'lowest',
        airWith(
          (hpa) => liftDry(300, 1000, hpa) + 1,
          () => 250,
          700,
        ),
      ),
    );
    expect(condensation.pressureHpa).toBeLessThan(700);
    expect(condensation.altitudeMetres).toBeGreaterThan(3000);
    expect(freeConvection).toMatchObject({
      unavailable: expect.stringContaining("doesn't reach saturation"),
    });
  });
});

describe('the parcel', () => {
  test('of a layer that is mixed already is the lowest one', () => {
    const ratio = saturationRatio(285, 1000);
    const mixed = airWith(
      (hpa) => liftDry(298, 1000, hpa),
      // The dew point of a constant mixing ratio.
      (hpa) => dewPointCelsius(vapourHpa(ratio, hpa)) + zeroCelsiusKelvin,
    );
    const { start } = known(convectionOf('mixed', mixed));
    expect(start.celsius + zeroCelsiusKelvin).toBeCloseTo(298, 6);
    expect(start.dewPointCelsius + zeroCelsiusKelvin).toBeCloseTo(285, 3);
  });

  test('that is most unstable may lie above the ground', () => {
    const elevated = airWith(
      (hpa) => (hpa > 900 ? 280 : liftDry(300, 1000, hpa)),
      (hpa) => (hpa > 900 ? 275 : hpa > 840 ? 286 : 250),
    );
    const { start } = known(convectionOf('most unstable', elevated));
    expect(start.pressureHpa).toBeLessThan(900);
    expect(start.pressureHpa).toBeGreaterThan(840);
  });

  test('is not taken from air too cold for its humidity to be known', () => {
    const cold = airWith(
      () => 230,
      () => 220,
    );
    for (const kind of ['mixed', 'lowest', 'most unstable'] as const)
      expect(convectionOf(kind, cold)).toMatchObject({ unavailable: expect.stringContaining('Too cold') });
  });

  test('is not mixed over less than 100 hPa', () => {
    expect(
      convectionOf(
        'mixed',
        airWith(
          () => 290,
          () => 280,
          920,
        ),
      ),
    ).toHaveProperty('unavailable');
  });
});

test('CAPE is never negative and CIN never positive, whatever the air', () => {
  const values = fc.array(
    fc.tuple(fc.double({ min: -60, max: 30, noNaN: true }), fc.double({ min: 0.01, max: 40, noNaN: true })),
    {
      minLength: 2,
      maxLength: 40,
    },
  );
  fc.assert(
    fc.property(values, (pairs) => {
      const air = pairs.map(([celsius, spread], index): Air => {
        const [kelvin, pressureHpa] = [celsius + zeroCelsiusKelvin, 1000 * 0.94 ** index];
        const dewPointKelvin = kelvin - spread;
        const ratio = saturationRatio(dewPointKelvin, pressureHpa);
        return {
          pressureHpa,
          altitudeMetres: 450 * index,
          kelvin,
          dewPointKelvin,
          virtualKelvin: virtualKelvin(kelvin, ratio),
        };
      });
      for (const kind of ['mixed', 'lowest', 'most unstable'] as const) {
        const result = convectionOf(kind, air);
        if (isUnavailable(result)) continue;
        if (!isUnavailable(result.cape)) expect(result.cape.value).toBeGreaterThanOrEqual(0);
        if (!isUnavailable(result.cin)) expect(result.cin.value).toBeLessThanOrEqual(0);
        if (!isUnavailable(result.freeConvection) && !isUnavailable(result.equilibrium))
          expect(result.freeConvection.pressureHpa).toBeGreaterThanOrEqual(result.equilibrium.pressureHpa);
        for (const { celsius } of result.profile) expect(celsius).toBeGreaterThan(-zeroCelsiusKelvin);
      }
    }),
  );
});
