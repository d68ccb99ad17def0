import { expect, test } from 'vitest';
import {
  countAll,
  countByDay,
  countByEndpoint,
  countDenied,
  describeDays,
  recentCalls,
} from './usage-summary.ts';

const countedAt = new Date('2026-11-14T23:59:00Z');
const points = '/api/v1/points';
const calls = [
  { day: '2026-11-14', endpoint: points, verdict: 'allowed' as const, requests: 4 },
  { day: '2026-11-14', endpoint: points, verdict: 'over-quota' as const, requests: 2 },
  { day: '2026-11-14', endpoint: 'other', verdict: 'refused' as const, requests: 1 },
  { day: '2026-11-01', endpoint: 'other', verdict: 'allowed' as const, requests: 1000 },
  { day: '2026-10-15', endpoint: points, verdict: 'allowed' as const, requests: 7 },
];

test('counts the last thirty days in UTC', () => {
  const days = countByDay(calls, countedAt);
  expect(days).toHaveLength(30);
  expect(days[0]).toMatchObject({ day: '2026-10-16', label: '16 Oct', total: 0 });
  expect(days.at(-1)).toEqual({
    day: '2026-11-14',
    label: '14 Nov',
    allowed: 4,
    refused: 1,
    'over-quota': 2,
    total: 7,
  });
});

test('ignores older days in the totals', () => {
  expect(countAll(recentCalls(calls, countedAt)).total).toBe(1007);
});

test('sorts endpoints by their calls', () => {
  expect(
    countByEndpoint(recentCalls(calls, countedAt)).map(({ endpoint, total }) => [endpoint, total]),
  ).toEqual([
    ['other', 1001],
    [points, 6],
  ]);
});

test('counts denied calls and those over quota of one day', () => {
  expect(countDenied(calls, countedAt)).toBe(3);
  expect(countDenied(calls, new Date('2026-11-15T00:00:00Z'))).toBe(0);
});

test('describes the chart', () => {
  expect(describeDays(countByDay(calls, countedAt))).toBe(
    'Calls per day (UTC), 16 Oct to 14 Nov: 1,007 in total. Most on 1 Nov: 1,000.',
  );
  expect(describeDays(countByDay([], countedAt))).toBe('Calls per day (UTC), 16 Oct to 14 Nov: 0 in total.');
});
