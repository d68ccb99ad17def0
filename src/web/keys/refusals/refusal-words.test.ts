import { expect, test } from 'vitest';
import type { DenialCause, KeyDenial } from '../../../keys/contract.ts';
import { byDay, describeCause, describeTimes } from './refusal-words.ts';

const refusal = (given: Partial<KeyDenial>): KeyDenial => ({
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
  ['clock-off', '14 minutes behind', 'The signature is right, but the token’s iat is 14 minutes behind.'],
  ['role-too-small', 'GET /api/v1/hdd', 'This key does not reach GET /api/v1/hdd.'],
  ['wrong-secret', 'another key’s secret', 'The secret was not one of this key: another key’s secret.'],
  [
    'ended-secret',
    'since 2026-11-14T11:00Z',
    'The secret from before the rotation was sent, which has ended since 2026-11-14T11:00Z.',
  ],
  ['over-quota', '1000 an hour', 'The hour’s quota was used up: 1000 an hour.'],
  ['expired', 'since 2026-11-01T00:00Z', 'The key had expired since 2026-11-01T00:00Z.'],
  ['suspended', '', 'The account is suspended.'],
  ['bad-token', '', 'The token cannot be used.'],
])('%s (%s) is a sentence', (cause, detail, sentence) => {
  expect(describeCause({ cause, detail })).toBe(sentence);
});

test('how often, first and last, in UTC', () => {
  expect(describeTimes(refusal({}))).toBe('Once, at 09:12 UTC');
  expect(describeTimes(refusal({ count: 2 }))).toBe('2 times, at 09:12 UTC');
  expect(describeTimes(refusal({ count: 1400, last_at: '2026-11-14T11:40:00Z' }))).toBe(
    '1,400 times, from 09:12 to 11:40 UTC',
  );
});

test('days stand newest first, and today is called so', () => {
  const days = byDay(
    [refusal({ day: '2026-11-12' }), refusal({}), refusal({ endpoint: 'other' })],
    new Date('2026-11-14T23:00:00Z'),
  );
  expect(days.map(({ label, refusals }) => [label, refusals.length])).toEqual([
    ['Today', 2],
    ['Nov 12', 1],
  ]);
});
