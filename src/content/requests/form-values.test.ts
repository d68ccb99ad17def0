import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Parameter } from '../contract.ts';
import { permalinkOf, readPermalink, sourcesOf, startValues } from './form-values.ts';

const input = (name: string, more: Partial<Parameter> = {}): Parameter => ({
  ...{ name, type: 'string', description: 'x', required: 'optional', example: 'x' },
  ...more,
});
const doc = {
  endpoint: { method: 'GET', path: '/pots', full_url: 'https://tea.test/pots' } as const,
  input_parameters: [
    input('from', { format: 'date-hour' }),
    input('since', { type: 'integer', format: 'unix seconds' }),
    input('id'),
    input('colour', { enum_by_path: { '/pots': ['white'], '/cups': ['brown'] }, example: 'brown' }),
    input('run', { format: 'date-hour' }),
    input('note'),
  ],
  try_with: {
    from: { hours_from_now: 24 },
    since: { hours_from_now: -1 },
    id: { source: '/pots.json#/pots/0/id' },
    colour: 'brown',
    run: { source: '/pots.json#/runs/0' },
  },
};
const nowMs = Date.parse('2026-11-16T11:25:59Z');

test('times are counted from now, in the form of their field', () => {
  expect(startValues(doc, doc.endpoint, nowMs, new Map())).toEqual({
    from: '2026-11-17T11:00:00',
    since: String(Date.parse('2026-11-16T10:00:00Z') / 1000),
    colour: 'white',
  });
});

test('values are read from another response, and left out if it has none', () => {
  expect(sourcesOf(doc)).toEqual(['/pots.json']);
  const idIn = (answer: unknown) =>
    startValues(doc, doc.endpoint, nowMs, new Map([['/pots.json', answer]])).id;
  expect(idIn({ pots: [{ id: 'W-1' }] })).toBe('W-1');
  expect([idIn({ pots: [] }), idIn(null), idIn({ pots: [{ id: {} }] })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('a time from another response is written in the format of the field', () => {
  const answers = new Map([['/pots.json', { runs: ['2026-11-16T06:00:00+00:00'] }]]);
  expect(startValues(doc, doc.endpoint, nowMs, answers).run).toBe('2026-11-16T06:00:00');
});

const cold = { method: 'GET', path: '/cold', full_url: 'https://tea.test/cold' } as const;
const hotDoc = {
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
  doc: { ...hotDoc, endpoint: { ...hotDoc.endpoint, additional_endpoints: [cold] } },
};

test('a permalink restores the form', () => {
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

test('values that the form does not accept are ignored and reported', () => {
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

test('a link for another endpoint, or for none, does not change the form', () => {
  expect(readPermalink('?try=kettles&label=x', endpoint)).toBeUndefined();
  expect(readPermalink('', endpoint)).toBeUndefined();
});

test('any query is read without an error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const read = readPermalink(`?try=teapots&${text}`, endpoint);
      for (const name of Object.keys(read?.values ?? {}))
        expect(endpoint.doc.input_parameters.map((each) => each.name)).toContain(name);
    }),
  );
});
