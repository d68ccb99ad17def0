import { expect, test } from 'vitest';
import { svgPath } from '../../pictures/geometry.ts';
import { partOf, readWindLines } from './wind-lines.ts';

const line = [
  { x: 10, y: 10 },
  { x: 40, y: 10 },
  { x: 40, y: -30 },
];
const [read] = readWindLines(svgPath([line, [line[0]!, { x: 12, y: 11 }]], { decimals: 0 }), 2);

test('lines are read from the picture, without arrow heads', () => {
  expect(readWindLines(svgPath([line, line.slice(0, 2)], { decimals: 0 }), 2)).toHaveLength(2);
  expect(read).toEqual({ points: line, distances: [0, 30, 70], length: 70, strength: 2 });
});

test('a part of a line turns where the line turns, and ends with it', () => {
  expect(partOf(read!, 20, 40)).toEqual([
    { x: 30, y: 10 },
    { x: 40, y: 10 },
    { x: 40, y: 0 },
  ]);
  expect(partOf(read!, 50, 99)).toEqual([
    { x: 40, y: -10 },
    { x: 40, y: -30 },
  ]);
  expect(partOf(read!, -20, 10)).toEqual([line[0], { x: 20, y: 10 }]);
  expect(partOf(read!, 70, 90)).toEqual([]);
  expect(partOf(read!, -20, -5)).toEqual([]);
});
