import { expect, test } from 'vitest';
import { readParameters, requireOwnResource } from './parameters.ts';

test('parameters are read by name, and an empty one is missing', () => {
  expect(readParameters('a=1&b=&c=x%20y+z')).toEqual({ a: '1', c: 'x y z' });
  expect(readParameters('__proto__=1&resource=x&resource=x')).toMatchObject({ resource: 'x' });
});

test.each([
  'a=1&a=1',
  'a=1&a=',
  'resource=x&resource=y',
  Array.from({ length: 51 }, (_, n) => `p${n}=1`).join('&'),
])('refused: %.30s', (text) => {
  expect(() => readParameters(text)).toThrow(
    expect.objectContaining({ status: 400, code: 'invalid_request' }),
  );
});

test('the resource is this server, or not named', () => {
  requireOwnResource(undefined, 'https://portal.example/mcp');
  requireOwnResource('https://portal.example/mcp', 'https://portal.example/mcp');
  for (const other of [
    'https://portal.example',
    'https://portal.example/mcp/',
    'https://portal.example/mcp?x',
  ])
    expect(() => requireOwnResource(other, 'https://portal.example/mcp')).toThrow(
      expect.objectContaining({ code: 'invalid_target' }),
    );
});
