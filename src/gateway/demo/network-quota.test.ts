import { expect, test } from 'vitest';
import { NetworkQuota } from './network-quota.ts';

const quotaAt = (clock: { ms: number }) => new NetworkQuota({ now: () => clock.ms, factor: 1 });

test.each([
  [300, 'a /64', (call: number) => `2001:db8::${call + 1}`],
  [600, 'a /56', (call: number) => `2001:db8:0:${call % 8}::1`],
  [1200, 'a /48', (call: number) => `2001:db8:0:${(call % 16) * 100}::1`],
])('%i calls an hour are made from %s', (limit, _, addressOf) => {
  const quota = quotaAt({ ms: 0 });
  for (let call = 0; call < limit; call++) expect(quota.take(addressOf(call), 1).allowed).toBe(true);
  expect(quota.take(addressOf(limit), 1)).toEqual({
    allowed: false,
    limit,
    remaining: 0,
    resetSeconds: 3600,
  });
});

test('what is refused is not counted, and the next hour begins anew', () => {
  const clock = { ms: 0 };
  const quota = quotaAt(clock);
  quota.take('192.0.2.1', 298);
  expect(quota.take('192.0.2.1', 5).allowed).toBe(false);
  expect(quota.take('192.0.2.1', 2)).toMatchObject({ allowed: true, remaining: 0 });
  clock.ms = 3_600_000;
  expect(quota.take('192.0.2.1', 1)).toMatchObject({ allowed: true, remaining: 299 });
});
