import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flightRows } from '../../test/helpers/observation-rows.ts';
import { isInside } from './geometry.ts';
import { drawSkewT, levelsTable } from './skew-t.ts';
import { airAt, airAtPoint, skewTFrame } from './skew-t-axes.ts';
import { backgroundLines, backgroundNumbers } from './skew-t-background.ts';
import { type Sounding, soundingOf } from './sounding/sounding.ts';
import {
  dryAirGasConstant,
  mixingRatio,
  potentialKelvin,
  saturationHpa,
  saturationRatio,
  standardHpa,
  zeroCelsiusKelvin,
} from './sounding/thermodynamics.ts';
import { isUnavailable } from './sounding/unavailable.ts';
import { defaultUnits, formatHeight, type Units } from './units.ts';

const celsius = fc.double({ min: -100, max: 45, noNaN: true });
const pressure = fc.double({ min: 50, max: 1050, noNaN: true });
const lines = backgroundLines();

const ascent = () => soundingOf(flightRows({ fromMetres: 0, toMetres: 16_000 })) as Sounding;

/** A cap at 1 to 2 km below a warm and moist layer, and free convection up to 12 km. */
const unstable = () =>
  soundingOf(
    flightRows({
      fromMetres: 0,
      toMetres: 16_000,
      measure: (metres) => ({
        temperature: Math.max(-65, 30 - metres * 0.0072 + (metres > 1000 && metres < 2000 ? 3 : 0)),
        humidity: metres < 1000 ? 75 : 30,
      }),
    }),
  ) as Sounding;

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

  test('numbers every isotherm, dry adiabat and mixing ratio once, each kind with its unit', () => {
    const numbers = backgroundNumbers(lines, { ...defaultUnits, temperature: 'f' });
    expect(numbers.isotherms.map(({ value }) => value)).toEqual([-120, -110, -100, -90, -80, -70, -60]);
    expect(numbers.isotherms.at(-1)!.label).toBe('−76 °F');
    for (const { value, x } of numbers.isotherms.slice(0, -1)) expect(x).toBeCloseTo(airAt(value, 50).x, 6);
    expect(numbers.dryAdiabats.map(({ value }) => value)).toEqual(
      lines.dryAdiabats.map(({ value }) => value),
    );
    expect(numbers.dryAdiabats.at(-1)!.label).toBe('450 K');
    expect(numbers.mixingRatios.map(({ label }) => label)).toEqual([
      ...['0.4', '1', '2', '4', '7', '10', '16'],
      '24 g/kg',
    ]);
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
    const { y } = drawSkewT(sounding).levels.find(({ label }) => label.startsWith('LCL'))!;
    const { pressureHpa } = airAtPoint({ x: 0, y });
    const ratio = mixingRatio(saturationHpa(mixed.start.dewPointCelsius), mixed.start.pressureHpa);
    const kelvin = mixed.condensation.celsius + zeroCelsiusKelvin;
    expect(saturationRatio(kelvin, pressureHpa) / ratio).toBeCloseTo(1, 1);
  });

  test('has its LFC and EL where the drawn curves cross', () => {
    const sounding = unstable();
    const chart = drawSkewT(sounding, 'lowest');
    const { lowest } = sounding.parcels;
    if (isUnavailable(lowest)) throw new Error(lowest.unavailable);
    const [parcel, air] = [chart.parcel, chart.virtual].map((lines) => lines.flat());
    expect(parcel!.map(({ y }) => y)).toEqual(air!.map(({ y }) => y));
    const excess = parcel!.map(({ x }, index) => x - air![index]!.x);
    for (const [label, level] of [
      ['LFC', lowest.freeConvection],
      ['EL', lowest.equilibrium],
    ] as const) {
      if (isUnavailable(level)) throw new Error(level.unavailable);
      const mark = chart.levels.find((each) => each.label.includes(label))!;
      expect(mark.y).toBeCloseTo(airAt(0, level.pressureHpa).y, 6);
      const above = parcel!.findIndex(({ y }) => y < mark.y);
      expect(Math.sign(excess[above]!)).toBe(label === 'LFC' ? 1 : -1);
      expect(Math.sign(excess[above - 1]!)).toBe(label === 'LFC' ? -1 : 1);
    }
  });

  test.each<Units['heights']>(['hpa', 'km', 'ft'])('marks its levels with their numbers in %s', (heights) => {
    const units = { ...defaultUnits, heights };
    const sounding = unstable();
    const { indices, parcels } = sounding;
    const { lowest } = parcels;
    if (isUnavailable(lowest) || isUnavailable(indices.tropopause) || isUnavailable(indices.freezingLevel))
      throw new Error('A level is missing');
    const { condensation, freeConvection, equilibrium } = lowest;
    if (isUnavailable(freeConvection) || isUnavailable(equilibrium)) throw new Error('No free convection');
    const number = (level: typeof condensation) =>
      heights === 'hpa' ? `${Math.round(level.pressureHpa)} hPa` : formatHeight(level.altitudeMetres, units);
    const { levels } = drawSkewT(sounding, 'lowest', units);
    expect(levels.map(({ label }) => label).sort()).toEqual(
      [
        `LCL ${number(condensation)}`,
        `LFC ${number(freeConvection)}`,
        `EL ${number(equilibrium)}`,
        `Tropopause ${number(indices.tropopause)}`,
        ...indices.freezingLevel.levels.map((level) => `0 °C ${number(level)}`),
      ].sort(),
    );
  });

  test('keeps the labels of its levels apart and inside the chart', () => {
    const { levels, frame } = drawSkewT(unstable(), 'lowest');
    const at = levels.map(({ labelY }) => labelY);
    expect(at).toEqual(at.toSorted((one, other) => other - one));
    for (let index = 1; index < at.length; index++)
      expect(at[index - 1]! - at[index]!).toBeGreaterThanOrEqual(20);
    expect(Math.min(...at)).toBeGreaterThan(frame.top);
    expect(Math.max(...at)).toBeLessThan(frame.bottom);
  });

  test.each([8, 14])('keeps the name of a line clear of the labels of levels, from %d °C', (degrees) => {
    const rows = flightRows({
      fromMetres: 1000,
      toMetres: 16_000,
      measure: (metres) => ({ temperature: degrees - (metres - 1000) * 0.0065 }),
    });
    const { labels, levels, temperature } = drawSkewT(soundingOf(rows) as Sounding);
    const name = labels.find(({ of }) => of === 'temperature')!;
    const label = levels.find((level) => level.label.startsWith('0 °C'))!;
    // The name is on its line, and the label is centred on it, at the right edge. A letter of a phone has 12 pixels.
    const isBeside = label.labelY > name.y - 28 && label.labelY < name.y + 12;
    if (isBeside) expect(name.x + 20).toBeLessThan(skewTFrame.right - 16 - 12 * label.label.length);
    expect(temperature.flat().map(({ x }) => x)).toContain(name.x);
  });

  test('shades areas that are its CAPE and CIN', () => {
    const sounding = unstable();
    const { lowest } = sounding.parcels;
    if (isUnavailable(lowest) || isUnavailable(lowest.cape) || isUnavailable(lowest.cin))
      throw new Error('No CAPE or CIN');
    const { areas } = drawSkewT(sounding, 'lowest');
    const joulesOf = (outlines: typeof areas.cape) => sumOf(outlines.map(areaOf)) * joulesPerUnit;
    expect(lowest.cape.value).toBeGreaterThan(500);
    expect(Math.abs(joulesOf(areas.cape) / lowest.cape.value - 1)).toBeLessThan(0.01);
    expect(lowest.cin.value).toBeLessThan(-10);
    expect(Math.abs(joulesOf(areas.cin) / -lowest.cin.value - 1)).toBeLessThan(0.02);
    const stable = drawSkewT(ascent());
    expect(stable.areas).toEqual({ cape: [], cin: [] });
  });

  test('has heights in feet, temperatures in °F and barbs in m/s if these are chosen', () => {
    const chart = drawSkewT(ascent(), 'mixed', { wind: 'ms', heights: 'ft', temperature: 'f' });
    expect(chart.heights[0]).toMatchObject({ label: '5k' });
    expect(chart.heightUnit).toBe('ft');
    const { pressureHpa } = airAtPoint({ x: 0, y: chart.heights[0]!.at });
    expect(Math.abs(pressureHpa - standardHpa(1524))).toBeLessThan(0.5);
    expect(chart.temperatures.map(({ label }) => label)).toContain('14');
    expect(chart.temperatureUnit).toBe('°F');
    // The wind is 5 m/s everywhere: one full feather, where knots would have one of 10 kt too, but 2.5 m/s has none.
    const weak = soundingOf(
      flightRows({ fromMetres: 0, toMetres: 9000, measure: () => ({ speed_u: 2 }) }),
    ) as Sounding;
    const feathers = (wind: 'ms' | 'kt') =>
      drawSkewT(weak, 'mixed', { wind, heights: 'km', temperature: 'c' }).barbs[0]!.lines.length;
    expect(feathers('ms')).toBe(2);
    expect(levelsTable(weak.levels, { wind: 'kt', heights: 'ft', temperature: 'f' })).toMatchObject({
      columns: [
        'Pressure (hPa)',
        'Altitude above sea level (ft)',
        'Temperature (°F)',
        'Dew point (°F)',
        'Wind (kt)',
        'Wind from (°)',
      ],
      rows: expect.arrayContaining([expect.arrayContaining(['3.9', '270'])]),
    });
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

const sumOf = (values: number[]) => values.reduce((total, value) => total + value, 0);

/** The area of a polygon. */
const areaOf = (outline: readonly { x: number; y: number }[]) =>
  Math.abs(
    sumOf(
      outline.map(({ x, y }, index) => {
        const next = outline[(index + 1) % outline.length]!;
        return (x * next.y - next.x * y) / 2;
      }),
    ),
  );

/** Buoyancy in J/kg for one unit of area: R times 1 K, times one unit of ln p. */
const joulesPerUnit =
  dryAirGasConstant /
  (airAt(1, 1000).x - airAt(0, 1000).x) /
  ((airAt(0, 1000).y - airAt(0, 500).y) / Math.log(2));
