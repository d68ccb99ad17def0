import { expect, test } from 'vitest';
import { z } from 'zod';
import { choice, decimal, flag, texts, whole } from './parameters.ts';

test.each([
  [whole(0, 360), '24', 24],
  [whole(0, 360), ' 24 ', 24],
  [whole(0, 360), 24, 24],
  [decimal(-90, 90), '-42.36', -42.36],
  [flag(), 'True', true],
  [flag(), 0, false],
  [choice(['hdd', 'cdd'], { heating: 'hdd' }), 'HDD', 'hdd'],
  [choice(['hdd', 'cdd'], { heating: 'hdd' }), ' Heating ', 'hdd'],
  [texts(3, 20), 'Maine, Vermont', ['Maine', 'Vermont']],
  [texts(3, 20), ['Maine'], ['Maine']],
])('%# takes %j as %j', (schema, given, read) => {
  expect((schema as z.ZodType).parse(given)).toEqual(read);
});

test.each([
  [whole(0, 360), '24.5'],
  [whole(0, 360), ''],
  [whole(0, 360), '0x10'],
  [whole(0, 360), '361'],
  [decimal(-90, 90), 'north'],
  [flag(), 'perhaps'],
  [choice(['hdd', 'cdd']), 'degree'],
  [texts(3, 20), 'a,b,c,d'],
  [texts(3, 20), []],
])('%# refuses %j', (schema, given) => {
  expect((schema as z.ZodType).safeParse(given).success).toBe(false);
});

test('what is listed is the exact form', () => {
  expect(z.toJSONSchema(whole(0, 360), { io: 'input' })).toMatchObject({ type: 'integer', maximum: 360 });
});
