import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LruCache } from './lru-cache.ts';

test('removes the entry that was not used for the longest time', () => {
  const cache = new LruCache<string, number>(3);
  for (const [name, value] of Object.entries({ a: 1, b: 2, c: 3 })) cache.set(name, value);
  expect(cache.get('a')).toBe(1);
  expect(cache.set('d', 4)).toBe(2);
  expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.get('d')]).toEqual([1, undefined, 3, 4]);
});

test('creates a missing value once, and keeps it in use', () => {
  const cache = new LruCache<number, string>(2);
  const created: number[] = [];
  const lookUp = (key: number) =>
    cache.getOrCreate(key, () => {
      created.push(key);
      return `value ${key}`;
    });
  for (const key of [1, 2, 1, 3, 1, 2]) expect(lookUp(key)).toBe(`value ${key}`);
  expect(created).toEqual([1, 2, 3, 2]);
});

test('holds the same as a plain list in the order of use, after any steps', () => {
  const step = fc.record({
    // The cache is rarely cleared, because only a long run of steps shows which entry is removed first.
    act: fc.constantFrom('get', 'get', 'get', 'get', 'set', 'set', 'set', 'set', 'delete', 'clear'),
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const cache = new LruCache<string, string>(3);
      let list: string[] = [];
      for (const { act, key } of steps) {
        if (act === 'clear') {
          cache.clear();
          list = [];
          continue;
        }
        const isKnown = list.includes(key);
        const others = list.filter((other) => other !== key);
        if (act === 'get') expect(cache.get(key)).toBe(isKnown ? key : undefined);
        if (act === 'set') cache.set(key, key);
        if (act === 'delete') cache.delete(key);
        if (act === 'set' || (act === 'get' && isKnown)) list = [...others, key].slice(-3);
        if (act === 'delete') list = others;
        expect(cache.size).toBe(list.length);
      }
      for (const key of list) expect(cache.get(key)).toBe(key);
    }),
  );
});
