import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LeastRecentlyUsed } from './least-recently-used.ts';

test('what was asked about stays, what was not goes first', () => {
  const kept = new LeastRecentlyUsed<number>(3);
  for (const [name, value] of Object.entries({ a: 1, b: 2, c: 3 })) kept.set(name, value);
  expect(kept.get('a')).toBe(1);
  expect(kept.set('d', 4)).toBe(2);
  expect([kept.get('a'), kept.get('b'), kept.get('c'), kept.get('d')]).toEqual([1, undefined, 3, 4]);
});

test('it holds what a plain list in the order of use would hold, after any steps', () => {
  const step = fc.record({
    // Emptied seldom: what goes first is told by what came before it.
    act: fc.constantFrom('get', 'get', 'get', 'get', 'set', 'set', 'set', 'set', 'delete', 'clear'),
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const kept = new LeastRecentlyUsed<string>(3);
      let list: string[] = [];
      for (const { act, key } of steps) {
        if (act === 'clear') {
          kept.clear();
          list = [];
          continue;
        }
        const isKnown = list.includes(key);
        const others = list.filter((other) => other !== key);
        if (act === 'get') expect(kept.get(key)).toBe(isKnown ? key : undefined);
        if (act === 'set') kept.set(key, key);
        if (act === 'delete') kept.delete(key);
        if (act === 'set' || (act === 'get' && isKnown)) list = [...others, key].slice(-3);
        if (act === 'delete') list = others;
        expect([...kept.values()].sort()).toEqual([...list].sort());
        expect(kept.size).toBe(list.length);
      }
    }),
  );
});
