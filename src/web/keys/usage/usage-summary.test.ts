import { expect, test } from 'vitest';
import {
  callsShown,
  countAll,
  countByDay,
  countByEndpoint,
  describeDays,
  refusedOn,
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

test('days are thirty, in UTC, the one of the count last', () => {
  const days = countByDay(calls, countedAt);
  expect(days).toHaveLength(30);
  expect(days[0]).toMatchObject({ day: '2026-10-16', label: 'Oct 16', total: 0 });
  expect(days.at(-1)).toEqual({
    day: '2026-11-14',
    label: 'Nov 14',
    allowed: 4,
    refused: 1,
    'over-quota': 2,
    total: 7,
  });
});

test('a day more than those shown is in no sum', () => {
  expect(countAll(callsShown(calls, countedAt)).total).toBe(1007);
});

test('endpoints stand in the order of their calls', () => {
  expect(
    countByEndpoint(callsShown(calls, countedAt)).map(({ endpoint, total }) => [endpoint, total]),
  ).toEqual([
    ['other', 1001],
    [points, 6],
  ]);
});

test('refused today is whatever got no answer today', () => {
  expect(refusedOn(calls, countedAt)).toBe(3);
  expect(refusedOn(calls, new Date('2026-11-15T00:00:00Z'))).toBe(0);
});

test('the chart has a sentence', () => {
  expect(describeDays(countByDay(calls, countedAt))).toBe(
    'Calls a day in UTC, Oct 16 to Nov 14: 1,007 in all. Most on Nov 1: 1,000.',
  );
  expect(describeDays(countByDay([], countedAt))).toBe('Calls a day in UTC, Oct 16 to Nov 14: 0 in all.');
});
