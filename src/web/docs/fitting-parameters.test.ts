import { expect, test } from 'vitest';
import type { Parameter } from '../../content/contract.ts';
import { countFitting, estimateFitting, namesIn } from './fitting-parameters.ts';

const parameter = (name: string, words: number, arrayItems?: Parameter[]): Parameter => ({
  name,
  type: 'string',
  description: 'words '.repeat(words).trim(),
  arrayItems,
});

test('a list of at most 500 px shows everything', () => {
  expect(countFitting([100, 300, 500])).toBe(3);
  expect(countFitting([])).toBe(0);
});

test('a taller list ends with a parameter, and has room for its button', () => {
  expect(countFitting([100, 463, 501])).toBe(2);
  expect(countFitting([100, 464, 501])).toBe(1);
});

test('an entry has the names of all its parameters, and an option only its long one', () => {
  const namesOf = (name: string) => namesIn(parameter(name, 1));
  expect(namesOf('min_time, max_time')).toEqual(['min_time', 'max_time']);
  expect(namesOf('-d, --output-dir')).toEqual(['--output-dir']);
  expect(namesOf('-ml, --min-latitude, -xl, --max-latitude')).toEqual(['--min-latitude', '--max-latitude']);
  expect(namesOf('-ml, -xl')).toEqual(['-ml', '-xl']);
});

test('a list shows at least one parameter', () => {
  expect(countFitting([800, 900])).toBe(1);
});

test('fewer parameters fit into a narrow column', () => {
  const { narrow, wide } = estimateFitting(
    Array.from({ length: 9 }, (_, index) => parameter(`p${index}`, 20)),
  );
  expect(narrow).toBeGreaterThan(1);
  expect(narrow).toBeLessThan(wide);
  expect(wide).toBeLessThan(9);
});

test('nested parameters count in page order, and need more lines because they are indented', () => {
  const nested = Array.from({ length: 6 }, (_, index) => parameter(`n${index}`, 24));
  const flat = estimateFitting([parameter('all', 4), ...nested]);
  const inside = estimateFitting([parameter('all', 4, nested)]);
  expect(inside.narrow).toBeLessThanOrEqual(flat.narrow);
  expect(inside.wide).toBeGreaterThan(1);
});
