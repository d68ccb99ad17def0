import { expect, test } from 'vitest';
import { visibleRows } from './json-tree.ts';
import { treeMove } from './tree-keys.ts';

const rows = visibleRows({ a: { b: 1 }, c: 2 }, new Set(['', 'a']));

test('arrows walk the rows and stop at the ends', () => {
  expect(treeMove('ArrowDown', rows, 0)).toEqual({ choose: 1 });
  expect(treeMove('ArrowUp', rows, 0)).toEqual({ choose: 0 });
  expect(treeMove('ArrowDown', rows, 3)).toEqual({ choose: 3 });
  expect(treeMove('End', rows, 0)).toEqual({ choose: 3 });
});

test('left closes an open branch, and leads from a value to its parent', () => {
  expect(treeMove('ArrowLeft', rows, 1)).toEqual({ toggle: 'a' });
  expect(treeMove('ArrowLeft', rows, 2)).toEqual({ choose: 1 });
});

test('right opens a closed branch and enters an open one', () => {
  const closed = visibleRows({ a: { b: 1 } }, new Set(['']));
  expect(treeMove('ArrowRight', closed, 1)).toEqual({ toggle: 'a' });
  expect(treeMove('ArrowRight', rows, 1)).toEqual({ choose: 2 });
});

test('other keys are left to the browser', () => {
  expect(treeMove('Tab', rows, 0)).toBeUndefined();
});
