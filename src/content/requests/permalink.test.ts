import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Parameter } from '../contract.ts';
import { permalinkOf, readPermalink } from './permalink.ts';

const input = (name: string, more: Partial<Parameter> = {}): Parameter => ({
  ...{ name, type: 'string', description: 'x', required: 'optional', example: 'x' },
  ...more,
});
const cold = { method: 'GET', path: '/cold', full_url: 'https://tea.test/cold' } as const;
const doc = {
  endpoint: {
    method: 'GET',
    path: '/hot',
    full_url: 'https://tea.test/hot',
    additional_endpoints: [cold],
  } as const,
  input_parameters: [
    input('colour', { enum: ['white', 'brown'] }),
    input('label'),
    input('lid', { type: 'boolean' }),
    input('now', { not_with: ['later'] }),
    input('later', { not_with: ['now'] }),
  ],
};
const endpoint = {
  name: 'teapots',
  doc: { ...doc, endpoint: { ...doc.endpoint, additional_endpoints: [cold] } },
};

test('a permalink fills the form with what it was made of', () => {
  const text = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 200 })
    .map((value) => value.toWellFormed().trim())
    .filter((value) => value !== '');
  const values = fc.record(
    { colour: fc.constantFrom('white', 'brown'), label: text, lid: fc.constant('true'), now: text },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(values, fc.constantFrom(endpoint.doc.endpoint, cold), (filled, route) => {
      const read = readPermalink(permalinkOf(endpoint, route, filled), endpoint);
      expect(read).toEqual({ route, values: filled, ignored: [] });
    }),
  );
});

test('what the form does not take is ignored, and named', () => {
  const read = (query: string) => readPermalink(`?try=teapots&${query}`, endpoint);
  expect(read('colour=green&sugar=2&label=Earl+Grey')).toEqual({
    route: endpoint.doc.endpoint,
    values: { label: 'Earl Grey' },
    ignored: ['colour', 'sugar'],
  });
  expect(read('now=1&later=2&now=3')).toMatchObject({ values: { now: '1' }, ignored: ['later', 'now'] });
  expect(read('at=/elsewhere')).toMatchObject({ route: endpoint.doc.endpoint, ignored: ['at'] });
  expect(read(`label=${'x'.repeat(1001)}`)).toMatchObject({ values: {}, ignored: ['label'] });
  expect(read('lid=perhaps&__proto__=x&constructor=y')).toMatchObject({
    values: {},
    ignored: ['lid', '__proto__', 'constructor'],
  });
});

test('a link of another endpoint, or of none, leaves the form alone', () => {
  expect(readPermalink('?try=kettles&label=x', endpoint)).toBeUndefined();
  expect(readPermalink('', endpoint)).toBeUndefined();
});

test('any text after the question mark is read without harm', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const read = readPermalink(`?try=teapots&${text}`, endpoint);
      for (const name of Object.keys(read?.values ?? {}))
        expect(endpoint.doc.input_parameters.map((each) => each.name)).toContain(name);
    }),
  );
});
