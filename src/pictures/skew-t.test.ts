import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flightRows } from '../../test/helpers/observation-rows.ts';
import { isInside } from './geometry.ts';
import { airAt, airAtPoint, backgroundLines, drawSkewT, skewTFrame } from './skew-t.ts';
import { type Sounding, soundingOf } from './sounding/sounding.ts';
import {
  mixingRatio,
  potentialKelvin,
  saturationHpa,
  saturationRatio,
  zeroCelsiusKelvin,
} from './sounding/thermodynamics.ts';
import { isUnavailable } from './sounding/unavailable.ts';

const celsius = fc.double({ min: -100, max: 45, noNaN: true });
const pressure = fc.double({ min: 50, max: 1050, noNaN: true });
const lines = backgroundLines();

const ascent = () => soundingOf(flightRows({ fromMetres: 0, toMetres: 16_000 })) as Sounding;

describe('the chart', () => {
  test('converts points back to pressure and temperature', () => {
    fc.assert(
      fc.property(celsius, pressure, (t, p) => {
        const under = airAtPoint(airAt(t, p));
        expect(under.celsius).toBeCloseTo(t, 8);
        expect(under.pressureHpa).toBeCloseTo(p, 8);
      }),
    );
  });

  test('has parallel isotherms that lean to the right by 45 degrees', () => {
    for (const { marks } of lines.isotherms) {
      const [bottom, top] = [marks[0]!, marks.at(-1)!];
      expect((top.x - bottom.x) / (bottom.y - top.y)).toBeCloseTo(1, 9);
    }
  });

  test('has dry adiabats of one potential temperature', () => {
    for (const { value, marks } of lines.dryAdiabats)
      for (const mark of marks) {
        const { celsius: t, pressureHpa } = airAtPoint(mark);
        expect(potentialKelvin(t + zeroCelsiusKelvin, pressureHpa)).toBeCloseTo(value, 6);
      }
  });

  test('has lines of one mixing ratio, in grams', () => {
    for (const { value, marks } of lines.mixingRatios)
      for (const mark of marks) {
        const { celsius: t, pressureHpa } = airAtPoint(mark);
        expect(mixingRatio(saturationHpa(t), pressureHpa) * 1000).toBeCloseTo(value, 6);
      }
  });

  test('has moist adiabats that cool less than dry ones', () => {
    for (const { value, marks } of lines.moistAdiabats) {
      const top = marks.at(-1)!;
      expect(potentialKelvin(top.celsius + zeroCelsiusKelvin, top.pressureHpa)).toBeGreaterThan(
        value + zeroCelsiusKelvin,
      );
    }
  });

  test('draws no line outside its frame', () => {
    for (const line of Object.values(lines).flat())
      for (const mark of line.pieces.flat()) expect(isInside(mark, skewTFrame)).toBe(true);
  });
});

describe('a sounding on it', () => {
  test('is drawn at the pressures and temperatures of its levels', () => {
    const sounding = ascent();
    const marks = drawSkewT(sounding).temperature.flat();
    expect(marks.length).toBe(sounding.levels.length);
    for (const [index, mark] of marks.entries()) {
      const under = airAtPoint(mark);
      expect(under.celsius).toBeCloseTo(sounding.levels[index]!.celsius!, 6);
      expect(under.pressureHpa).toBeCloseTo(sounding.levels[index]!.pressureHpa, 6);
    }
  });

  test('condenses where the mixing line through its dew point meets the parcel', () => {
    const sounding = ascent();
    const { mixed } = sounding.parcels;
    if (isUnavailable(mixed)) throw new Error(mixed.unavailable);
    const { celsius: t, pressureHpa } = airAtPoint(drawSkewT(sounding).condensation!);
    const ratio = mixingRatio(saturationHpa(mixed.start.dewPointCelsius), mixed.start.pressureHpa);
    expect(saturationRatio(t + zeroCelsiusKelvin, pressureHpa) / ratio).toBeCloseTo(1, 1);
  });

  test('has whole kilometres in order, and barbs that do not touch', () => {
    const { heights, barbs } = drawSkewT(ascent());
    expect(heights.map(({ value }) => value)).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
    for (let index = 1; index < barbs.length; index++)
      expect(barbs[index - 1]!.y - barbs[index]!.y).toBeGreaterThanOrEqual(24);
  });

  test('is drawn without humidity, and broken where temperature is missing', () => {
    const rows = flightRows({
      fromMetres: 0,
      toMetres: 12_000,
      measure: (metres) => ({
        humidity: null,
        ...(metres > 4000 && metres < 5000 ? { temperature: null } : {}),
      }),
    });
    const drawn = drawSkewT(soundingOf(rows) as Sounding);
    expect(drawn.dewPoint).toEqual([]);
    expect(drawn.parcel).toEqual([]);
    expect(drawn.temperature.length).toBe(2);
  });
});
