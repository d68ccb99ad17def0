import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf, sourceFiles } from '../helpers/source-files.ts';

/** All imports between own files. Type imports and dynamic imports count too. */
const arrows: Arrow[] = sourceFiles().flatMap((from) =>
  importsOf(from).flatMap(({ file: to }) => (to && /\.tsx?$/.test(to) ? [{ from, to }] : [])),
);

/** The files directly in `src` are not checked: some wire the folders, and `urls.ts` and `time.ts` import nothing. */
const isLoose = (file: string) => dirname(file) === 'src';

const betweenFolders: Arrow[] = arrows
  .filter(({ from, to }) => !isLoose(from) && !isLoose(to) && dirname(from) !== dirname(to))
  .map(({ from, to }) => ({ from: dirname(from), to: dirname(to) }));

const told = (circle: Arrow[]) => [...new Set(circle.map(({ from, to }) => `${from} → ${to}`))];

test('finds a cycle, and nothing that only leads to one', () => {
  const ring = [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c' },
    { from: 'c', to: 'a' },
  ];
  const waysIn = [
    { from: 'd', to: 'a' },
    { from: 'c', to: 'e' },
    { from: 'e', to: 'f' },
  ];
  expect(arrowsInCircles([...waysIn, ...ring])).toEqual(ring);
  expect(arrowsInCircles(waysIn)).toEqual([]);
});

test('no two files import each other, directly or through others', () => {
  expect(arrows.length).toBeGreaterThan(500);
  expect(told(arrowsInCircles(arrows))).toEqual([]);
});

test('no two folders import each other, directly or through others', () => {
  expect(betweenFolders.length).toBeGreaterThan(100);
  expect(told(arrowsInCircles(betweenFolders))).toEqual([]);
});

interface Arrow {
  from: string;
  to: string;
}

/** Returns the imports on a cycle, or on a path from one cycle to another. */
function arrowsInCircles(arrows: Arrow[]): Arrow[] {
  const starts = new Set(arrows.map(({ from }) => from));
  const ends = new Set(arrows.map(({ to }) => to));
  const left = arrows.filter(({ from, to }) => starts.has(to) && ends.has(from));
  return left.length === arrows.length ? left : arrowsInCircles(left);
}
