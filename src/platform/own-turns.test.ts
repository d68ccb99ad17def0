import { expect, test } from 'vitest';
import { OwnTurns } from './own-turns.ts';

test('lets one in with every turn of the event loop, and callers take turns', async () => {
  const turns = new OwnTurns();
  let turn = 0;
  const entered: [string, number][] = [];
  const count = () => {
    turn++;
    if (entered.length < 4) setImmediate(count);
  };
  const calls = ['busy', 'busy', 'busy', 'other'].map((caller) =>
    turns.next(caller).then(() => entered.push([caller, turn])),
  );
  setImmediate(count);
  await Promise.all(calls);
  expect(entered.map(([caller]) => caller)).toEqual(['busy', 'other', 'busy', 'busy']);
  expect(new Set(entered.map(([, at]) => at)).size).toBe(4);
});
