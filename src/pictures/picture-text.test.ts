import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flightRows } from '../../test/helpers/observation-rows.ts';
import { readAnswer } from './answers.ts';
import { drawProfile } from './flight-profile.ts';
import { drawRun } from './forecast-runs.ts';
import { decodeGrid, encodeGrid } from './grid.ts';
import { drawMeteogram } from './meteogram.ts';
import type { PictureKind } from './picture.ts';
import { textOf } from './picture-text.ts';
import { describeSounding } from './skew-t.ts';
import { type Sounding, soundingOf } from './sounding/sounding.ts';
import { toCsv } from './table.ts';

const askedAt = '2026-11-15T04:00:00+00:00';
const sentence = (kind: PictureKind, answer: unknown, names: string[] = []) =>
  textOf(readAnswer(kind, answer, { names, askedAt })).caption();
const time = (hours: number) => new Date(Date.parse(askedAt) + hours * 3_600_000).toISOString();

describe('the caption of a picture', () => {
  test('a sounding has temperature, tropopause and wind', () => {
    const observations = flightRows({
      fromMetres: 0,
      toMetres: 16_000,
      measure: (metres) => ({ speed_u: 40 - Math.abs(metres - 10_000) / 500, speed_v: 0 }),
    });
    expect(sentence('sounding', { observations })).toBe(
      'Ascent from 0.0 km to 16.0 km above sea level. Temperature drops from 15 °C to −56 °C. Tropopause at 11.0 km. Strongest wind 40 m/s from the west at 10.0 km.',
    );
  });

  test('a sounding follows the units that the reader chose', () => {
    const rows = flightRows({ fromMetres: 0, toMetres: 12_000, measure: () => ({ speed_u: 20 }) });
    const sounding = soundingOf(rows) as Sounding;
    expect(describeSounding(sounding, { wind: 'kt', heights: 'ft', temperature: 'f' })).toBe(
      'Ascent from 0 ft to 39,400 ft above sea level. Temperature drops from 59 °F to −70 °F. Tropopause probably at 36,200 ft. Strongest wind 39 kt from the west at 100 ft.',
    );
  });

  test('a descent is described in the order of the flight', () => {
    const observations = flightRows({ fromMetres: 16_000, toMetres: 0 });
    expect(sentence('sounding', { observations })).toContain(
      'Descent from 16.0 km to 0.0 km above sea level. Temperature rises from −56 °C to 15 °C. Tropopause at 11.0 km.',
    );
  });

  test('a forecast has its extremes', () => {
    const row = (index: number) => ({
      time: time(index),
      temperature_2m: index - 3,
      dewpoint_2m: -5,
      wind_u_10m: 0,
      wind_v_10m: -index,
      precipitation: 0.5,
      pressure_msl: 1010 - index,
    });
    expect(sentence('meteogram', { forecasts: [[row(0), row(1), row(8)]] }, ['Oslo'])).toBe(
      'Oslo, 15 Nov 04:00 UTC to 15 Nov 12:00 UTC: −3 to 5 °C, 1.5 mm of rain in the hours shown, wind up to 8 m/s from the north, pressure from 1010 to 1002 hPa.',
    );
    expect(sentence('meteogram', { forecasts: [[row(0)]] }, ['Oslo'])).toContain('pressure near 1010 hPa.');
  });

  test('observations have the strongest wind', () => {
    const row = (mission_name: string, speed_u: number, timestamp: number) => ({
      mission_name,
      timestamp,
      speed_u,
      speed_v: 0,
      latitude: 10,
      longitude: 200,
      altitude: 9000,
      temperature: -30,
    });
    const observations = [row('A', 10, 1), row('A', 90, 0), row('B', -20, 1)];
    expect(sentence('winds', { observations })).toBe(
      '2 balloons between 9.0 km and 9.0 km. Strongest wind 20 m/s from the east at 9.0 km, 10° N, 160° W.',
    );
  });

  test('a list of runs has their interval, if they have one', () => {
    const captionOf = (...hours: number[]) =>
      sentence('runs', { latest: time(0), available: hours.map(time) });
    expect(captionOf(6, 0)).toBe('2 runs from 15 Nov 04:00 UTC to 15 Nov 10:00 UTC, one every 6 hours.');
    expect(captionOf(2, 1, 0)).toBe('3 runs from 15 Nov 04:00 UTC to 15 Nov 06:00 UTC, one every hour.');
    expect(captionOf(12, 6, 5)).toBe('3 runs from 15 Nov 09:00 UTC to 15 Nov 16:00 UTC.');
    expect(captionOf(0)).toBe('1 run from 15 Nov 04:00 UTC to 15 Nov 04:00 UTC.');
  });

  test('an incomplete run has its hours so far', () => {
    const answer = { [time(2)]: [0, 1, 2], [time(-4)]: [0, 1, 2, 3, 4, 5, 6, 12] };
    expect(sentence('runs', answer)).toBe(
      '2 runs from 15 Nov 00:00 UTC to 15 Nov 06:00 UTC, with 8 forecast hours each; the run of 15 Nov 06:00 UTC has 3 so far.',
    );
  });

  test('degree days have the requested state and the extremes of all states', () => {
    const hdd = { Texas: { '2026-11-15': 2 }, Maine: { '2026-11-15': 30 } };
    expect(sentence('degree days', { dates: ['2026-11-15'], hdd }, ['Texas'])).toBe(
      'Texas, 15 Nov to 15 Nov: 2 heating degree days. Of 2 states, Maine has the most (30) and Texas the fewest (2).',
    );
  });

  test('degree days name no state with the fewest if several have none', () => {
    const cdd = { Texas: { '2026-11-15': 2 }, Maine: { '2026-11-15': 0 }, Ohio: { '2026-11-15': 0 } };
    const none = { Texas: { '2026-11-15': 0 }, Maine: { '2026-11-15': 0 } };
    const captionOf = (states: object) =>
      sentence('degree days', { dates: ['2026-11-15'], cdd: states }, ['Texas']);
    expect(captionOf(cdd)).toBe(
      'Texas, 15 Nov to 15 Nov: 2 cooling degree days. Of 3 states, Texas has the most (2), and 2 have none.',
    );
    expect(captionOf(none)).toBe('Texas, 15 Nov to 15 Nov: 0 cooling degree days. None of 2 states has any.');
  });

  test('the table of degree days starts with the requested state', () => {
    const hdd = { Texas: { '2026-11-15': 2 }, Maine: { '2026-11-15': 30 } };
    const options = { names: ['Texas'], askedAt };
    expect(
      textOf(readAnswer('degree days', { dates: ['2026-11-15', '2026-11-16'], hdd }, options)).table(),
    ).toEqual({
      columns: ['State', 'Total', '2026-11-15', '2026-11-16'],
      rows: [
        ['Texas', '2.0', '2.0', ''],
        ['Maine', '30.0', '30.0', ''],
      ],
    });
  });
});

test.each<[PictureKind, unknown, string]>([
  ['meteogram', { forecasts: [[]] }, 'no forecast'],
  ['winds', { observations: [] }, 'No observations'],
  ['missions', { missions: [] }, 'No balloons'],
  ['flight', { flight_data: [] }, "hasn't moved"],
  ['path', { prediction: [] }, 'No predicted path'],
  ['cyclones', {}, 'No tropical cyclones'],
  ['degree days', { dates: [], cdd: {} }, 'No cooling degree days'],
  ['runs', { available: [] }, 'No runs'],
  ['sounding', { observations: [] }, 'No usable observations'],
])('%s of an empty answer has a caption and an empty table', (kind, answer, words) => {
  const picture = readAnswer(kind, answer, { askedAt });
  expect(textOf(picture).caption()).toContain(words);
  expect(textOf(picture).table().rows).toEqual([]);
});

const odd = fc.oneof(
  fc.constant(null),
  fc.constant(Number.NaN),
  fc.double({ min: -1e4, max: 1e4, noNaN: true }),
);
const oddTime = fc.oneof(fc.constant('noon'), fc.integer({ min: 0, max: 50 }).map(time));

test('arbitrary rows give a valid caption, and a picture without NaN or none', () => {
  const forecastRow = fc.record({
    time: oddTime,
    temperature_2m: odd,
    dewpoint_2m: odd,
    wind_u_10m: odd,
    wind_v_10m: odd,
    precipitation: odd,
    pressure_msl: odd,
  });
  const point = fc.record({ transmit_time: oddTime, latitude: odd, longitude: odd, altitude: odd });
  fc.assert(
    fc.property(fc.array(forecastRow), fc.array(point), (rows, flight_data) => {
      const meteogram = drawMeteogram(rows);
      for (const mark of meteogram?.warmth.temperature.flat() ?? []) expect(mark.x + mark.y).not.toBeNaN();
      const profile = drawProfile(flight_data as never);
      for (const mark of profile?.legs.flatMap(({ marks }) => marks) ?? [])
        expect(mark.x + mark.y).not.toBeNaN();
      const sentences = [sentence('meteogram', { forecasts: [rows] }), sentence('flight', { flight_data })];
      for (const text of sentences) {
        expect(text.length).toBeGreaterThan(10);
        expect(text).not.toMatch(/NaN|undefined|Infinity/);
      }
    }),
  );
});

test('a grid survives encoding within half a step', () => {
  const values = Array.from({ length: 36 * 19 }, (_, index) => Math.sin(index) * 40);
  const back = decodeGrid(
    encodeGrid({ stepDegrees: 10, values: [Number.NaN, ...values.slice(1)] }, 'temperature', 'K'),
  );
  expect(back.values[0]).toBeNaN();
  for (const [index, value] of back.values.entries())
    if (index > 0) expect(Math.abs(value - values[index]!)).toBeLessThan(80 / 254 / 2 + 1e-9);
});

test('a table is exported as CSV with escaped cells', () => {
  expect(toCsv({ columns: ['Place', 'say "°C"'], rows: [['Oslo, Norway', '3']] })).toBe(
    'Place,"say ""°C"""\r\n"Oslo, Norway",3\r\n',
  );
});

const trackPointAt = (hour: number, altitude: number) => ({
  transmit_time: new Date(Date.parse('2026-11-15T00:00:00Z') + hour * 3_600_000).toISOString(),
  latitude: 50,
  longitude: hour,
  altitude,
});

test('the picture of legs shows the first six of a flight', () => {
  const heights = [0, 16_000, 4000, 15_000, 5000, 17_000, 3000, 16_000, 4000];
  const flight_data = heights.map((height, index) => trackPointAt(2 * index, height));
  const picture = readAnswer('legs', { flight_data }, { askedAt });
  expect(textOf(picture).table().rows).toHaveLength(7);
  expect(textOf(picture).caption()).toContain(
    'Here are 6 legs in 12 hours; the first reaches 16.0 km above sea level.',
  );
});

const run = '2026-11-15T00:00:00+00:00';
const times = { 0: '2026-11-15T03:00:00Z', 120: '2026-11-15T04:20:00Z', 360: '2026-11-15T04:48:00Z' };

test('the picture of a run shows the newest complete run', () => {
  const growing = { 0: '2026-11-15T09:00:00Z', 24: '2026-11-15T09:16:00Z' };
  const answer = { '2026-11-15T06:00:00+00:00': growing, [run]: times };
  const picture = readAnswer('run', answer, { askedAt });
  expect(textOf(picture).caption()).toBe(
    'The run of 15 Nov 00:00 UTC starts from the weather at that time. Its first hour is ready 3.0 hours later. After 4.8 hours it is complete and reaches 15 days ahead.',
  );
  expect(textOf(picture).table().rows[0]?.[0]).toBe('0');
});

test('the line of a run rises from its first hour to its last, and is undefined without hours', () => {
  const picture = readAnswer('run', { [run]: times }, { askedAt });
  if (picture.kind !== 'run') throw new Error(picture.kind);
  const drawn = drawRun(picture.runMs, picture.hours)!;
  expect(drawn.ready.map(({ y }) => y)).toEqual(drawn.ready.map(({ y }) => y).toSorted((a, b) => b - a));
  expect(drawn.ready.at(-1)).toEqual({ x: drawn.frame.right, y: drawn.frame.top });
  expect(drawRun(0, [])).toBeUndefined();
  expect(textOf(readAnswer('run', {}, { askedAt })).caption()).toBe('No complete run.');
});
