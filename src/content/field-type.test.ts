import { expect, test } from 'vitest';
import { fieldsOf, parseFieldType } from './field-type.ts';

test.each([
  ['string', { base: 'string', arrays: 0, nullable: false }],
  ['map', { base: 'map', arrays: 0, nullable: false }],
  ['array', { base: '', arrays: 1, nullable: false }],
  ['array of strings', { base: 'string', arrays: 1, nullable: false }],
  ['array of arrays of objects', { base: 'object', arrays: 2, nullable: false }],
  ['string or null', { base: 'string', arrays: 0, nullable: true }],
  ['float32 variable', { base: 'float32 variable', arrays: 0, nullable: false }],
])('%s', (type, parsed) => {
  expect(parseFieldType(type)).toEqual(parsed);
});

test('a field is named by the way to it', () => {
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
