import { expect, test } from 'vitest';
import { bestTurnMs, maxTurnMs } from '../../test/helpers/longest-turn.ts';
import { inSlices, type LongWork, preferNewConnections } from './long-work.ts';

/** Only the total is measured: the system estimates the share of user time at each tick, and it can jump. */
const spentUs = () => {
  const { user, system } = process.threadCpuUsage();
  return user + system;
};

/** Keeps the thread busy for this many milliseconds of CPU time, a millisecond at a time. */
function* busy(ms: number, name: string, done: string[] = []): LongWork<string> {
  for (let step = 0; step < ms; step++) {
    const before = spentUs();
    while (spentUs() - before < 1000);
    yield;
  }
  done.push(name);
  return name;
}

test('long work runs in one slice per turn of the event loop and returns its results', async () => {
  const works = Array.from({ length: 20 }, (_, index) => `work ${index}`);
  let results: string[] = [];
  const attempt = async () => {
    results = await Promise.all(works.map((name) => inSlices(busy(20, name))));
  };
  expect(await bestTurnMs([attempt, attempt, attempt])).toBeLessThan(maxTurnMs);
  expect(results).toEqual(works);
});

test('short work overtakes long work, and long work is finished one after another', async () => {
  const done: string[] = [];
  const long = ['first', 'second'].map((name) => inSlices(busy(60, name, done)));
  await Promise.all([...long, inSlices(busy(0, 'short', done))]);
  expect(done).toEqual(['short', 'first', 'second']);
});

test('while connections arrive, each turn runs one step', async () => {
  const stepsOfTurns = [0];
  function* counted(): LongWork<void> {
    for (const step of busy(20, 'counted')) {
      stepsOfTurns[stepsOfTurns.length - 1]! += 1;
      yield step;
    }
  }
  let isOver = false;
  const turn = () => {
    preferNewConnections();
    stepsOfTurns.push(0);
    if (!isOver) setImmediate(turn);
  };
  turn();
  await inSlices(counted());
  isOver = true;
  expect(Math.max(...stepsOfTurns)).toBe(1);
});

test('an error rejects only its own work', async () => {
  // biome-ignore lint/correctness/useYield: the generator fails before its first step.
  function* wrong(): LongWork<never> {
    throw new Error('wrong');
  }
  const [one, other] = await Promise.allSettled([inSlices(wrong()), inSlices(busy(1, 'right'))]);
  expect(one).toMatchObject({ status: 'rejected', reason: { message: 'wrong' } });
  expect(other).toEqual({ status: 'fulfilled', value: 'right' });
});
