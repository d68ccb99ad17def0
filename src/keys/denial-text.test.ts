import { expect, test } from 'vitest';
import type { DenialCause } from './contract.ts';
import { describeCause, describeTokenAge } from './denial-text.ts';

test.each<[DenialCause, string, string]>([
  ['clock-off', '14 minutes old', 'The token was 14 minutes old.'],
  ['clock-off', '', 'The token was too old, or dated in the future.'],
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

test.each([
  [-6, '6 minutes old'],
  [-119, '119 minutes old'],
  [-120, '2 hours old'],
  [-2879, '48 hours old'],
  [-2880, '2 days old'],
  [-29_000_000, '20139 days old'],
  [-1e300, 'very old'],
  [6, 'dated 6 minutes in the future'],
  [60 * 24 * 365, 'dated 365 days in the future'],
  [3e10, 'dated as if iat were in milliseconds'],
])('a token that is %d minutes off is %s', (minutesOff, words) => {
  expect(describeTokenAge(minutesOff)).toBe(words);
});
