import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { flightRows } from '../../test/helpers/observation-rows.ts';
import { readAnswer } from './answers.ts';
import { drawProfile } from './flight-profile.ts';
import { drawRun } from './forecast-runs.ts';
import { decodeGrid, encodeGrid } from './grid.ts';
import { drawMeteogram } from './meteogram.ts';
import type { PictureKind } from './picture.ts';
import { describePicture, tableOf } from './picture-text.ts';
import { toCsv } from './table.ts';

const askedAt = '2026-11-15T04:00:00+00:00';
const sentence = (kind: PictureKind, answer: unknown, names: string[] = []) =>
  describePicture(readAnswer(kind, answer, { names, askedAt }));
const time = (hours: number) => new Date(Date.parse(askedAt) + hours * 3_600_000).toISOString();

describe('the sentence of a picture', () => {
  it('tells a sounding by temperature, tropopause and wind', () => {
    const observations = flightRows({
      fromMetres: 0,
      toMetres: 16_000,
      measure: (metres) => ({ speed_u: 40 - Math.abs(metres - 10_000) / 500, speed_v: 0 }),
    });
    expect(sentence('sounding', { observations })).toBe(
      'Going up from 0.0 km to 16.0 km: temperature falls from 15 to −56 °C; tropopause at 11.0 km; strongest wind 40 m/s from the west at 10.0 km.',
    );
  });

  it('tells a sounding on the way down in the order it was flown', () => {
    const observations = flightRows({ fromMetres: 16_000, toMetres: 0 });
    expect(sentence('sounding', { observations })).toContain(
      'Going down from 16.0 km to 0.0 km: temperature rises from −56 to 15 °C; tropopause at 11.0 km;',
    );
  });

  it('tells a forecast by its extremes', () => {
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
      'Oslo, 15 Nov, 04:00 UTC, to 15 Nov, 12:00 UTC: −3 to 5 °C, 1.5 mm of rain, wind up to 8 m/s from the north, pressure from 1010 to 1002 hPa.',
    );
  });

  it('tells which balloon measures the strongest wind', () => {
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
      '2 balloons between 9.0 km and 9.0 km; strongest wind 20 m/s from the east at 9.0 km, 10° N, 160° W.',
    );
  });

  it('tells the hours that a run has so far', () => {
    const answer = { [time(2)]: [0, 1, 2], [time(-4)]: [0, 1, 2, 3, 4, 5, 6, 12] };
    expect(sentence('runs', answer)).toBe(
      '2 runs from 15 Nov, 00:00 UTC, to 15 Nov, 06:00 UTC, with 8 forecast hours each; that of 15 Nov, 06:00 UTC has 3 so far.',
    );
  });

  it('tells the state that was asked for, and the extremes of all', () => {
    const hdd = { Texas: { '2026-11-15': 2 }, Maine: { '2026-11-15': 30 } };
    expect(sentence('degree days', { dates: ['2026-11-15'], hdd }, ['Texas'])).toBe(
      'Texas, 15 Nov to 15 Nov: 2 heating degree days in all. Of 2 states Maine has the most, 30, and Texas the fewest, 2.',
    );
  });

  it('has a row of numbers for every state, first that of the one that was asked for', () => {
    const hdd = { Texas: { '2026-11-15': 2 }, Maine: { '2026-11-15': 30 } };
    const options = { names: ['Texas'], askedAt };
    expect(tableOf(readAnswer('degree days', { dates: ['2026-11-15', '2026-11-16'], hdd }, options))).toEqual(
      {
        columns: ['State', 'In all', '2026-11-15', '2026-11-16'],
        rows: [
          ['Texas', '2.0', '2.0', ''],
          ['Maine', '30.0', '30.0', ''],
        ],
      },
    );
  });
});

test.each<[PictureKind, unknown, string]>([
  ['meteogram', { forecasts: [[]] }, 'no forecast'],
  ['winds', { observations: [] }, 'no row'],
  ['missions', { missions: [] }, 'No balloon'],
  ['flight', { flight_data: [] }, 'not moved'],
  ['path', { prediction: [] }, 'No path'],
  ['cyclones', {}, 'no tropical cyclone'],
  ['degree days', { dates: [], cdd: {} }, 'no cooling degree days'],
  ['runs', { available: [] }, 'no run'],
  ['sounding', { observations: [] }, 'no row that can be used'],
])('%s of an empty answer is a sentence and a table without rows', (kind, answer, words) => {
  const picture = readAnswer(kind, answer, { askedAt });
  expect(describePicture(picture)).toContain(words);
  expect(tableOf(picture).rows).toEqual([]);
});

const odd = fc.oneof(
  fc.constant(null),
  fc.constant(Number.NaN),
  fc.double({ min: -1e4, max: 1e4, noNaN: true }),
);
const oddTime = fc.oneof(fc.constant('noon'), fc.integer({ min: 0, max: 50 }).map(time));

it('any rows give a picture or none, and always a sentence', () => {
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

it('a grid comes back from its store within half a step', () => {
  const values = Array.from({ length: 36 * 19 }, (_, index) => Math.sin(index) * 40);
  const back = decodeGrid(
    encodeGrid({ stepDegrees: 10, values: [Number.NaN, ...values.slice(1)] }, 'temperature', 'K'),
  );
  expect(back.values[0]).toBeNaN();
  for (const [index, value] of back.values.entries())
    if (index > 0) expect(Math.abs(value - values[index]!)).toBeLessThan(80 / 254 / 2 + 1e-9);
});

it('a table becomes a file that spreadsheets read', () => {
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

test('legs are told by the first six of a flight', () => {
  const heights = [0, 16_000, 4000, 15_000, 5000, 17_000, 3000, 16_000, 4000];
  const flight_data = heights.map((height, index) => trackPointAt(2 * index, height));
  const picture = readAnswer('legs', { flight_data }, { askedAt });
  expect(tableOf(picture).rows).toHaveLength(7);
  expect(describePicture(picture)).toContain('here 6 legs in 12 hours, the first up to 16.0 km.');
});

const run = '2026-11-15T00:00:00+00:00';
const times = { 0: '2026-11-15T03:00:00Z', 120: '2026-11-15T04:20:00Z', 360: '2026-11-15T04:48:00Z' };

test('a run is told by the newest that is complete', () => {
  const growing = { 0: '2026-11-15T09:00:00Z', 24: '2026-11-15T09:16:00Z' };
  const answer = { '2026-11-15T06:00:00+00:00': growing, [run]: times };
  const picture = readAnswer('run', answer, { askedAt });
  expect(describePicture(picture)).toBe(
    'The run of 15 Nov, 00:00 UTC, starts from the weather at that time. Its first hour is ready 3.0 hours later, the others follow, and after 4.8 hours it is complete and reaches 15 days ahead.',
  );
  expect(tableOf(picture).rows[0]?.[0]).toBe('0');
});

test('the line of a run climbs from its first hour to its last, and is missing without any', () => {
  const picture = readAnswer('run', { [run]: times }, { askedAt });
  if (picture.kind !== 'run') throw new Error(picture.kind);
  const drawn = drawRun(picture.runMs, picture.hours)!;
  expect(drawn.ready.map(({ y }) => y)).toEqual(drawn.ready.map(({ y }) => y).toSorted((a, b) => b - a));
  expect(drawn.ready.at(-1)).toEqual({ x: drawn.frame.right, y: drawn.frame.top });
  expect(drawRun(0, [])).toBeUndefined();
  expect(describePicture(readAnswer('run', {}, { askedAt }))).toBe('No run is complete.');
});
