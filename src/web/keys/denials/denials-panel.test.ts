import { expect, test } from 'vitest';
import type { KeyDenial } from '../../../keys/contract.ts';
import { describeTimes, groupByDay } from './denials-panel.tsx';

const denial = (given: Partial<KeyDenial>): KeyDenial => ({
  day: '2026-11-14',
  endpoint: '/api/v1/points',
  cause: 'wrong-secret',
  count: 1,
  first_at: '2026-11-14T09:12:00Z',
  last_at: '2026-11-14T09:12:30Z',
  detail: '',
  advice: '',
  ...given,
});

test('describes how often and when in UTC', () => {
  expect(describeTimes(denial({}))).toBe('Once, at 09:12 UTC');
  expect(describeTimes(denial({ count: 2 }))).toBe('2 times, at 09:12 UTC');
  expect(describeTimes(denial({ count: 1400, last_at: '2026-11-14T11:40:00Z' }))).toBe(
    '1,400 times, from 09:12 to 11:40 UTC',
  );
});

test('groups by day, the newest first, and labels today', () => {
  const days = groupByDay(
    [denial({ day: '2026-11-12' }), denial({}), denial({ endpoint: 'other' })],
    new Date('2026-11-14T23:00:00Z'),
  );
  expect(days.map(({ label, denials }) => [label, denials.length])).toEqual([
    ['Today', 2],
    ['12 Nov', 1],
  ]);
});
