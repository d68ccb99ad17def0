import { expect, test } from 'vitest';
import { PublicError } from './errors.ts';
import { FairQueue } from './fair-queue.ts';

const minute = 60_000;

/** A queue at whose one place somebody is at work; `come` says who waits, `drain` in which order they get in. */
async function busyQueue() {
  const clock = { now: 0 };
  const entered: string[] = [];
  const turnedAway: string[] = [];
  const queue = new FairQueue({
    parallelMax: 1,
    waitingMax: 4,
    busy: () => new PublicError(503, 'Busy'),
    newcomers: { triesMax: 2, windowMs: 10 * minute, waitingMax: 2, now: () => clock.now },
  });
  await queue.enter({ address: '192.0.2.1' });
  const come = async (...names: string[]) => {
    for (const name of names)
      queue.enter({ address: name.split(' ')[0]! }).then(
        () => entered.push(name),
        () => turnedAway.push(name),
      );
    await Promise.resolve();
  };
  const drain = async () => {
    let count: number;
    do {
      count = entered.length;
      queue.leave();
      await new Promise(setImmediate);
    } while (entered.length > count);
    await queue.enter({ address: '192.0.2.1' });
    return entered.splice(0);
  };
  return { clock, turnedAway, come, drain };
}

test('newcomers have every second turn', async () => {
  const { come, drain } = await busyQueue();
  await come('a 1', 'a 2', 'a 3', 'a 4', 'a 5');
  expect(await drain()).toEqual(['a 1', 'a 3', 'a 2', 'a 4', 'a 5']);
  await come('a 6', 'a 7', 'b 1', 'b 2');
  expect(await drain()).toEqual(['b 1', 'a 6', 'b 2', 'a 7']);
});

test('a network is a newcomer again when it has not waited for a while', async () => {
  const { clock, come, drain } = await busyQueue();
  await come('a 1', 'a 2', 'a 3');
  await drain();
  clock.now += 10 * minute;
  await come('a 4', 'a 5', 'b 1');
  expect(await drain()).toEqual(['b 1', 'a 4', 'a 5']);
  clock.now += 20 * minute;
  await come('a 6', 'a 7', 'a 8');
  expect(await drain()).toEqual(['a 6', 'a 8', 'a 7']);
});

test('newcomers who find no place of their own wait with the others', async () => {
  const { come, drain, turnedAway } = await busyQueue();
  await come('a', 'b', 'c', 'd', 'e', 'f', 'g');
  await new Promise(setImmediate);
  expect(turnedAway).toEqual(['g']);
  expect(await drain()).toEqual(['a', 'c', 'b', 'd', 'e', 'f']);
});
