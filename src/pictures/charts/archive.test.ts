import { expect, test } from 'vitest';
import { dayMs } from '../../time.ts';
import { readAnswer } from '../answers.ts';
import { describePicture, tableOf } from '../telling/tell.ts';
import { drawArchive } from './archive.ts';

const daysFrom = (day: string, count: number) =>
  Array.from({ length: count }, (_, index) => Date.parse(`${day}T00:00:00Z`) + index * dayMs);

test('a year is one strip, the newest on top, cut where a day is missing', () => {
  const days = [...daysFrom('2024-12-30', 2), ...daysFrom('2025-01-01', 10), ...daysFrom('2025-01-12', 3)];
  const { strips, frame } = drawArchive(days)!;
  expect(strips.map(({ year, pieces }) => [year, pieces.length])).toEqual([
    [2025, 2],
    [2024, 1],
  ]);
  for (const { x, width } of strips.flatMap(({ pieces }) => pieces)) {
    expect(x).toBeGreaterThanOrEqual(frame.left);
    expect(x + width).toBeLessThanOrEqual(frame.right);
    expect(width).toBeGreaterThan(0);
  }
  const [before, after] = strips[0]!.pieces;
  expect(after!.x).toBeGreaterThan(before!.x + before!.width);
});

test('runs of one day count once, and what is missing is said', () => {
  const runs = ['2024-01-01T00:00:00+00:00', '2024-01-01T06:00:00+00:00', '2024-01-03T00:00:00+00:00'];
  const picture = readAnswer('archive', runs, { askedAt: '2026-11-16T00:00:00Z' });
  expect(describePicture(picture)).toBe('Runs of 2 days, from 1 Jan 2024 to 3 Jan 2024, with 1 day missing.');
  expect(tableOf(picture).rows).toEqual([['2024-01', '2']]);
});

test('an empty archive is a sentence', () => {
  const picture = readAnswer('archive', [], { askedAt: '2026-11-16T00:00:00Z' });
  expect(describePicture(picture)).toBe('The archive is empty.');
  expect(drawArchive([])).toBeUndefined();
});
