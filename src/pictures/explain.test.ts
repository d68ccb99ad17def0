import { expect, test } from 'vitest';
import { readAnswer } from './answers.ts';
import { drawRun } from './run.ts';
import { describePicture, tableOf } from './telling/tell.ts';

const askedAt = '2026-11-16T10:00:00Z';
const at = (hour: number, altitude: number) => ({
  transmit_time: new Date(Date.parse('2026-11-15T00:00:00Z') + hour * 3_600_000).toISOString(),
  latitude: 50,
  longitude: hour,
  altitude,
});

test('legs are told by the first six of a flight', () => {
  const heights = [0, 16_000, 4000, 15_000, 5000, 17_000, 3000, 16_000, 4000];
  const flight_data = heights.map((height, index) => at(2 * index, height));
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
