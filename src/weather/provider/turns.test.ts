import { expect, test } from 'vitest';
import { SharedTurns } from './turns.ts';

/** Takes a turn for each name, whose first letter is the caller; counts who was at work at once. */
async function run(turns: SharedTurns, names: string[]) {
  const order: string[] = [];
  const atWork: string[] = [];
  const most: Record<string, number> = {};
  const work = (name: string) => async () => {
    atWork.push(name[0]!);
    order.push(name);
    for (const caller of ['all', ...new Set(atWork)]) {
      const count = atWork.filter((each) => caller === 'all' || each === caller).length;
      most[caller] = Math.max(most[caller] ?? 0, count);
    }
    await new Promise(setImmediate);
    atWork.splice(atWork.indexOf(name[0]!), 1);
    if (name === 'a1') throw new Error('no');
  };
  const ended = await Promise.allSettled(names.map((name) => turns.take(name[0]!, work(name))));
  const failed = ended.filter(({ status }) => status === 'rejected').length;
  return { order, most, failed };
}

test('no more than so many are at work, callers take turns, and a failure leaves its place', async () => {
  const turns = new SharedTurns({ maxAtOnce: 2, maxPerCaller: 2 });
  const { order, most, failed } = await run(turns, ['a1', 'a2', 'a3', 'a4', 'b1', 'b2']);
  expect(failed).toBe(1);
  expect(most.all).toBe(2);
  expect(order.slice(0, 3)).toEqual(['a1', 'a2', 'b1']);
  expect(order.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2']);
});

test('one caller leaves places to others, who need not wait', async () => {
  const turns = new SharedTurns({ maxAtOnce: 4, maxPerCaller: 2 });
  const { order, most } = await run(turns, ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'c1']);
  expect(order.slice(0, 4)).toEqual(['a1', 'a2', 'b1', 'c1']);
  expect(most).toEqual({ all: 4, a: 2, b: 1, c: 1 });
});
