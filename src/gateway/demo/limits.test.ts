import { expect, test } from 'vitest';
import { CpuBudget, createNetworkQuota } from './limits.ts';

const quotaAt = (clock: { ms: number }) => createNetworkQuota({ now: () => clock.ms, factor: 1 });

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

test('denied calls are not counted, and the next hour starts at zero', () => {
  const clock = { ms: 0 };
  const quota = quotaAt(clock);
  quota.take('192.0.2.1', 298);
  expect(quota.take('192.0.2.1', 5).allowed).toBe(false);
  expect(quota.take('192.0.2.1', 2)).toMatchObject({ allowed: true, remaining: 0 });
  clock.ms = 3_600_000;
  expect(quota.take('192.0.2.1', 1)).toMatchObject({ allowed: true, remaining: 299 });
});

function started() {
  const clock = { ms: 0, cpuMs: 0 };
  const share = new CpuBudget({ now: () => clock.ms, cpuMs: () => clock.cpuMs });
  return { clock, share };
}

test('parallel calls are counted once, and idle time not at all', () => {
  const { clock, share } = started();
  share.begin();
  clock.cpuMs += 15_000;
  share.begin();
  clock.cpuMs += 14_000;
  share.end();
  share.end();
  clock.cpuMs += 60_000;
  share.begin();
  share.end();
  expect(share.waitSeconds).toBe(0);
  share.spend(1000);
  expect(share.waitSeconds).toBe(600);
});

test('the budget is free again when old use leaves the window', () => {
  const { clock, share } = started();
  share.spend(1000);
  clock.ms = 120_000;
  share.spend(28_900);
  expect(share.waitSeconds).toBe(480);
  clock.ms = 600_000;
  expect(share.waitSeconds).toBe(0);
  share.spend(1000);
  expect(share.waitSeconds).toBe(120);
  clock.ms = 719_001;
  expect(share.waitSeconds).toBe(1);
});
