import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Parameter, Route } from '../contract.ts';
import { freePathMatcher } from '../free-paths.ts';
import { addressOf, fieldProblems, fillIn, requestOf } from './request.ts';

const input = (name: string, more: Partial<Parameter> = {}): Parameter => ({
  ...{ name, type: 'string', description: 'x', required: 'optional', example: 'x' },
  ...more,
});
const route: Route = { method: 'GET', path: '/pots/{id}', full_url: 'https://tea.test/api/v1/pots/{id}' };
const hot: Route = {
  method: 'GET',
  path: '/hot/{degrees}/pots',
  full_url: 'https://tea.test/api/v1/hot/{degrees}/pots',
};
const doc = {
  endpoint: { ...route, additional_endpoints: [hot] },
  input_parameters: [
    input('id', { required: 'required' }),
    input('degrees', { type: 'integer' }),
    input('colour'),
    input('at', { required: 'alternative', not_with: ['from', 'until'] }),
    input('from', { required: 'alternative', not_with: ['at'], needs: ['until'] }),
    input('until', { required: 'alternative', not_with: ['at'], needs: ['from'] }),
  ],
  response_parameters: [],
  response_example: { type: 'application/json' as const, text: '{}' },
};
const address = (values: Record<string, string>, of = route) => addressOf(requestOf(doc, of, values));

describe('the address of a request', () => {
  test('has its query in the order of the documentation, and nothing that is empty', () => {
    expect(address({ at: '2026-11-16T00:00:00', colour: 'red', id: '7', from: ' ' })).toBe(
      'https://tea.test/api/v1/pots/7?colour=red&at=2026-11-16T00:00:00',
    );
    expect(address({ id: '7', colour: '' })).toBe('https://tea.test/api/v1/pots/7');
  });

  test('leaves out what is part of another path of the endpoint', () => {
    expect(address({ id: '7', degrees: '80' })).toBe('https://tea.test/api/v1/pots/7');
    expect(address({ id: '7', degrees: '80' }, hot)).toBe('https://tea.test/api/v1/hot/80/pots');
  });

  test('keeps coordinates and times readable, and encodes the rest', () => {
    expect(address({ id: '7', colour: '37.77,-122.42;40.71,-74.01' })).toMatch(
      /colour=37\.77,-122\.42;40\.71,-74\.01$/,
    );
    expect(address({ id: 'a/b?c#d', colour: '+&=%"' })).toMatch(
      /pots\/a%2Fb%3Fc%23d\?colour=%2B%26%3D%25%22$/,
    );
  });

  test('has values in its path as a gateway compares free paths, so that its free key may call it', () => {
    const request = requestOf(doc, route, { id: '51.5,-0.1:a@b ~c;d' });
    expect(request.path).toBe('/pots/51.5,-0.1:a@b%20~c%3Bd');
    expect(freePathMatcher([route.path])(requestOf(doc, route, { id: '51.5,-0.1:a@b~c' }).path)).toBe(true);
  });

  test('cannot be changed to another host, path or parameter by any value', () => {
    const text = fc.string({ unit: 'binary' }).map((value) => value.toWellFormed());
    fc.assert(
      fc.property(text, text, text, (id, colour, at) => {
        const url = new URL(address({ id, colour, at }));
        expect(url.origin).toBe('https://tea.test');
        expect(url.pathname.split('/')).toHaveLength(5);
        expect(url.pathname).toMatch(/^\/api\/v1\/pots\//);
        const sent = Object.entries({ colour, at }).filter(([, value]) => value.trim() !== '');
        expect([...url.searchParams]).toEqual(sent.map(([name, value]) => [name, value.trim()]));
      }),
    );
  });

  test.each(['.', '..', ' .. '])('is not changed to another folder by %j', (id) => {
    expect(new URL(address({ id })).pathname).toBe('/api/v1/pots/%7Bid%7D');
    expect(fieldProblems(doc, route, { id, at: 'x' }).get('id')).toBeDefined();
  });

  test('survives a name that every object has', () => {
    expect(address({ id: '7', toString: 'x', __proto__: 'y' })).toBe('https://tea.test/api/v1/pots/7');
  });
});

describe('what is missing', () => {
  test('includes required fields and one of the alternatives', () => {
    expect([...fieldProblems(doc, route, {})]).toEqual([
      ['id', 'This field is required.'],
      ['at', 'Fill in this, or from and until.'],
    ]);
    expect(fieldProblems(doc, route, { id: '7', at: 'now' }).size).toBe(0);
  });

  test('is a part of the path that no address of the API has', () => {
    expect(fieldProblems(doc, route, { id: 'a/b', at: 'now' }).get('id')).toBe(
      "This can't be part of a path.",
    );
    const inputs = [input('id', { required: 'required', enum: ['red', 'white'] })];
    const choosing = { ...doc, input_parameters: inputs };
    expect(fieldProblems(choosing, route, { id: 'blue' }).get('id')).toBe('Choose one of red, white.');
    expect(fieldProblems(choosing, route, { id: 'red' }).size).toBe(0);
  });

  test('includes fields that another one needs', () => {
    expect([...fieldProblems(doc, route, { id: '7', from: 'now' })]).toEqual([
      ['until', 'Required because from is set.'],
    ]);
  });
});

test('a new value clears the fields that must not be sent with it, in both directions', () => {
  const inputs = doc.input_parameters;
  const apart = fillIn(inputs, { id: '7', from: 'a', until: 'b' }, 'at', 'now');
  expect(apart).toEqual({ id: '7', at: 'now' });
  expect(fillIn(inputs, apart, 'until', 'b')).toEqual({ id: '7', until: 'b' });
  expect(fillIn(inputs, apart, 'until', ' ')).toEqual({ id: '7', at: 'now', until: ' ' });
});
