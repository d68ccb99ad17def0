import { expect, test } from 'vitest';
import { Turns } from './turns.ts';

test('no more than so many are at work, callers take turns, and a failure leaves its place', async () => {
  const turns = new Turns(2);
  const order: string[] = [];
  let [atWork, most] = [0, 0];
  const work = (name: string) => async () => {
    most = Math.max(most, ++atWork);
    order.push(name);
    await new Promise(setImmediate);
    atWork--;
    if (name === 'a1') throw new Error('no');
  };
  const ended = await Promise.allSettled(
    ['a1', 'a2', 'a3', 'a4', 'b1', 'b2'].map((name) => turns.take(name[0]!, work(name))),
  );
  expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(most).toBe(2);
  expect(order).toEqual(['a1', 'a2', 'a3', 'b1', 'a4', 'b2']);
});
