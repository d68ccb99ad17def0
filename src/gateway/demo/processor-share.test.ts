import { expect, test } from 'vitest';
import { ProcessorShare } from './processor-share.ts';

function started() {
  const clock = { ms: 0, cpuMs: 0 };
  const share = new ProcessorShare({ now: () => clock.ms, cpuMs: () => clock.cpuMs });
  return { clock, share };
}

test('what two do at the same time is counted once, and what nobody does not at all', () => {
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

test('there is room again as soon as enough of it was long ago', () => {
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
