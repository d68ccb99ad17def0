import { expect, test } from 'vitest';
import type { Parameter } from './contract.ts';
import { choicesOf, descriptionWords, exampleOf, fieldsOf, formatWords } from './parameters.ts';

const teapot = (fields: Partial<Parameter>): Parameter => ({
  name: 'teapot',
  type: 'string',
  description: 'Which one.',
  ...fields,
});

test.each<[Partial<Parameter>, string | undefined]>([
  [{}, undefined],
  [{ format: 'a colour' }, 'a colour'],
  [{ format: 'date-time' }, 'ISO 8601'],
  [{ enum: ['red'] }, 'red'],
  [{ enum: ['red', 'blue', 'green'] }, 'red, blue or green'],
  [{ type: 'number', minimum: -90, maximum: 90 }, '-90 to 90'],
  [{ type: 'integer', minimum: 0 }, 'from 0'],
  [{ enum: ['mean'], minimum: 1, maximum: 25 }, 'mean, or 1 to 25'],
  [{ type: 'boolean', default: false }, 'true or false'],
  [{ type: 'integer', minimum: 0, maximum: 9, format: 'even' }, 'even'],
])('%j reads as %j', (fields, words) => {
  expect(formatWords(teapot(fields))).toBe(words);
});

test('a default value follows the description', () => {
  expect(descriptionWords(teapot({ default: 0.25 }))).toBe('Which one. The default is `0.25`.');
});

test('a word or a number of a range are choices that can be counted', () => {
  const member = teapot({ enum: ['mean'], minimum: 1, maximum: 3 });
  expect(choicesOf(member, '/teapots')).toEqual(['mean', '1', '2', '3']);
});

test('where the path decides, the example is one of the choices there', () => {
  const variable = teapot({ enum_by_path: { '/a': ['red'], '/b': ['blue', 'green'] }, example: 'red' });
  expect(exampleOf(variable, '/a')).toBe('red');
  expect(exampleOf(variable, '/b')).toBe('blue');
});

test('a field is named by its path', () => {
  const field = (name: string, type: string) => ({ name, type, description: 'x' });
  const rows = { ...field('rows', 'array of arrays of objects'), arrayItems: [field('time', 'string')] };
  const day = field('{date}', 'number');
  const states = {
    ...field('hdd', 'map'),
    arrayItems: [{ ...field('{state}', 'map'), arrayItems: [day] }],
  };
  expect(fieldsOf([rows, states, field('[]', 'string')]).map(({ path }) => path)).toEqual([
    'rows',
    'rows[][].time',
    'hdd',
    'hdd.{state}',
    'hdd.{state}.{date}',
    '[]',
  ]);
});
