import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canMatch, freePathMatcher } from './free-paths.ts';

const isFree = freePathMatcher(['/v2/tides', '/v2/tugs/{name}', '/v2/tugs/{name}/crew/{id}']);

test.each(['/v2/tides', '/v2/tugs/hercules', '/v2/tugs/a.b_c~d-e,1:2@3', '/v2/tugs/.../crew/7'])(
  '%s is free',
  (path) => expect(isFree(path)).toBe(true),
);

test.each([
  '/v2/tides/',
  '/v2/tugs',
  '/v2/tugs/',
  '/v2/tugs/.',
  '/v2/tugs/..',
  '/v2/tugs/../crew/7',
  '/v2/tugs/./crew/..',
  '/v2/tugs/%2e%2e',
  '/v2/tugs/a%2fb',
  '/v2/tugs/a/b',
  '/v2/tugs/a\\b',
  '/v2/tugs/..;/admin',
  '/v2/tugs/a;b',
  '/v2/tugs/a?b',
  '/v2/tugs/a#b',
  '/v2/tugs/a b',
  '/v2/tugs/a\n',
  '/v2/tugs/{name}',
  '/V2/tugs/a',
  '//v2/tugs/a',
])('%j is not free', (path) => expect(isFree(path)).toBe(false));

test('whatever stands for a parameter, no other path is opened', () => {
  const piece = fc.constantFrom('a', '.', '..', '/', '%', '%2f', '%2e', ';', '\\', '\0', 'é', '?', '~');
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const path = `/v2/tugs/${pieces.join('')}`;
      const { pathname } = new URL(path, 'https://api.example');
      if (isFree(path)) expect([pathname, decodeURIComponent(path)]).toEqual([path, path]);
    }),
  );
});

test('a long path costs no more than its length', () => {
  const started = performance.now();
  for (const filler of ['a', '/', '.', '/a', '%2e'])
    expect(isFree(`/v2/tugs/${filler.repeat(100_000)};`)).toBe(false);
  expect(performance.now() - started).toBeLessThan(200);
});

describe('a free path opens another documented path', () => {
  test.each([
    ['/tugs/{name}', '/tugs/all', true],
    ['/tugs/{name}', '/tugs/{id}', true],
    ['/tugs/all', '/tugs/{id}', true],
    ['/tugs/all', '/tugs/{id}.json', false],
    ['/tugs/{name}', '/tugs', false],
    ['/tugs/{name}', '/tugs/{name}/crew', false],
    ['/tugs/{name}', '/ships/{name}', false],
  ])('%s and %s: %s', (free, other, expected) => expect(canMatch(free, other)).toBe(expected));
});
