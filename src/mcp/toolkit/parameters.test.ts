import { expect, test } from 'vitest';
import { z } from 'zod';
import { boolean, choice, decimal, integer, stringList } from './parameters.ts';

test.each([
  [integer(0, 360), '24', 24],
  [integer(0, 360), ' 24 ', 24],
  [integer(0, 360), 24, 24],
  [decimal(-90, 90), '-42.36', -42.36],
  [boolean(), 'True', true],
  [boolean(), 0, false],
  [choice(['hdd', 'cdd'], { heating: 'hdd' }), 'HDD', 'hdd'],
  [choice(['hdd', 'cdd'], { heating: 'hdd' }), ' Heating ', 'hdd'],
  [stringList(3, 20), 'Maine, Vermont', ['Maine', 'Vermont']],
  [stringList(3, 20), ['Maine'], ['Maine']],
])('%# takes %j as %j', (schema, given, read) => {
  expect((schema as z.ZodType).parse(given)).toEqual(read);
});

test.each([
  [integer(0, 360), '24.5'],
  [integer(0, 360), ''],
  [integer(0, 360), '0x10'],
  [integer(0, 360), '361'],
  [decimal(-90, 90), 'north'],
  [boolean(), 'perhaps'],
  [choice(['hdd', 'cdd']), 'degree'],
  [stringList(3, 20), 'a,b,c,d'],
  [stringList(3, 20), []],
])('%# refuses %j', (schema, given) => {
  expect((schema as z.ZodType).safeParse(given).success).toBe(false);
});

test('what is listed is the exact form', () => {
  expect(z.toJSONSchema(integer(0, 360), { io: 'input' })).toMatchObject({ type: 'integer', maximum: 360 });
});
