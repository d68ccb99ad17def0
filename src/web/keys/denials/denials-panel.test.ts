import { expect, test } from 'vitest';
import type { DenialCause, KeyDenial } from '../../../keys/contract.ts';
import { describeCause, describeTimes, groupByDay } from './denials-panel.tsx';

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

test.each<[DenialCause, string, string]>([
  ['clock-off', '14 minutes behind', "The signature is right, but the token's iat is 14 minutes behind."],
  ['role-too-small', 'GET /api/v1/hdd', 'This key has no access to GET /api/v1/hdd.'],
  ['wrong-secret', "another key's secret", "Wrong secret: another key's secret."],
  [
    'ended-secret',
    'since 2026-11-14T11:00Z',
    'The call used the old secret, which expired on 14 Nov 2026 at 11:00 UTC.',
  ],
  ['over-quota', '1000 an hour', 'Hourly limit reached: 1000 an hour.'],
  ['expired', 'since 2026-11-01T00:00Z', 'The key expired on 1 Nov 2026 at 00:00 UTC.'],
  ['suspended', '', 'The account is suspended.'],
  ['bad-token', '', "The token isn't valid."],
])('describes %s (%s)', (cause, detail, sentence) => {
  expect(describeCause({ cause, detail })).toBe(sentence);
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
