import { expect, test } from 'vitest';
import { fieldsOf } from './field-type.ts';

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
