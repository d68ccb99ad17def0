import { expect, test } from 'vitest';
import { summarizeUsage } from './own-key.ts';

const now = Date.parse('2026-03-01T00:00:05Z');
const row = (day: string, requests: number) => ({
  day,
  requests,
  last_used_at: Date.parse(`${day}T12:00:00Z`),
});

test('a key that was never used has no last use and seven empty days', () => {
  expect(summarizeUsage([], now)).toEqual({
    last_used_at: null,
    today: 0,
    last_7_days: [0, 0, 0, 0, 0, 0, 0],
  });
});

test('days are UTC days, oldest first, over the end of a month', () => {
  const rows = [row('2026-02-22', 9), row('2026-02-23', 1), row('2026-02-28', 6), row('2026-03-01', 7)];
  expect(summarizeUsage(rows, now)).toEqual({
    last_used_at: '2026-03-01T12:00:00.000Z',
    today: 7,
    last_7_days: [1, 0, 0, 0, 0, 6, 7],
  });
});

test('a day that two releases have counted is their sum', () => {
  expect(summarizeUsage([row('2026-03-01', 7), row('2026-03-01', 4)], now).today).toBe(11);
});

test('the last use is shown however long ago it was', () => {
  expect(summarizeUsage([row('2025-11-05', 3)], now).last_used_at).toBe('2025-11-05T12:00:00.000Z');
});
