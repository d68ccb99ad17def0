import { expect, test } from 'vitest';
import { FairLine } from './fair-line.ts';

/** Each entry is a path and a name: `a/b 1` is of the network b within a. */
function lineOf(...entries: string[]): FairLine<string> {
  const line = new FairLine<string>();
  for (const entry of entries) line.push(entry.split(' ')[0]!.split('/'), entry);
  return line;
}

const drain = (line: FairLine<string>) => Array.from({ length: line.length }, () => line.shift());

test('networks take turns, each in its own order', () => {
  expect(drain(lineOf('a 1', 'a 2', 'a 3', 'b 1', 'b 2', 'c 1'))).toEqual([
    'a 1',
    'b 1',
    'c 1',
    'a 2',
    'b 2',
    'a 3',
  ]);
});

test('many narrow networks of a wide one have the turn of one, and share it', () => {
  expect(drain(lineOf('w/a 1', 'w/a 2', 'w/b 1', 'w/c 1', 'v/a 1', 'v/a 2'))).toEqual([
    'w/a 1',
    'v/a 1',
    'w/b 1',
    'v/a 2',
    'w/c 1',
    'w/a 2',
  ]);
});

test('who was served stands behind everyone who has waited', () => {
  const line = lineOf('a 1', 'b 1', 'c 1');
  line.shift();
  line.push(['a'], 'a 2');
  expect(drain(line)).toEqual(['b 1', 'c 1', 'a 2']);
});

test('the last of the longest gives way', () => {
  const line = lineOf('a 1', 'w/a 1', 'w/b 1', 'w/b 2', 'c 1', 'c 2');
  expect(line.dropFromLongest(['c'])).toBe('w/b 2');
  expect(line.dropFromLongest(['c'])).toBe('c 2');
  expect(line.dropFromLongest(['a'])).toMatch(/^w/);
  expect(drain(line)).toHaveLength(3);
});

test('where all hold as many, who came last gives way itself', () => {
  expect(lineOf('a 1', 'b 1', 'c 1').dropFromLongest(['b'])).toBe('b 1');
});

test('nothing comes out of an empty one', () => {
  const line = lineOf('a 1');
  line.shift();
  expect([line.length, line.shift(), line.dropFromLongest(['a'])]).toEqual([0, undefined, undefined]);
});
