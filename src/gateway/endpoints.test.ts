import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accessRules, endpointOf } from './endpoints.ts';

const endpoint = endpointOf([
  '/api/v1/points',
  '/api/v1/gridded/FULL',
  '/api/v1/gridded/{variable}',
  '/api/v1/gridded/{level}/{variable}',
  '/api/v1/missions/{id}/launch_site.json',
]);

test.each([
  ['/api/v1/points', '/api/v1/points'],
  ['/api/v1/gridded/FULL', '/api/v1/gridded/FULL'],
  ['/api/v1/gridded/wind_u_10m', '/api/v1/gridded/{variable}'],
  ['/api/v1/gridded/500/temperature', '/api/v1/gridded/{level}/{variable}'],
  ['/api/v1/missions/a-b-c/launch_site.json', '/api/v1/missions/{id}/launch_site.json'],
  ['/api/v1/points/', 'other'],
  ['/api/v1/missions/a-b-c/launch_site', 'other'],
  ['/', 'other'],
  ['', 'other'],
  ['/'.repeat(15_000), 'other'],
])('%.60s is counted under %s', (path, expected) => {
  expect(endpoint(path)).toBe(expected);
});

const canCall = accessRules({ freePaths: ['/api/v1/points'] });

const free = ['free_user'];

test('a free key can read the point forecast', () => {
  expect(canCall(free, { method: 'GET', path: '/api/v1/points' })).toBe(true);
  expect(canCall(free, { method: 'HEAD', path: '/api/v1/points' })).toBe(true);
});

test('a free key can call no other path, however similar', () => {
  const piece = fc.constantFrom(
    '/',
    '.',
    '..',
    'api',
    'v1',
    'points',
    '%2f',
    '%2e',
    ';',
    '\\',
    'POINTS',
    ' ',
    '?',
    '#',
    '\0',
  );
  const path = fc.oneof(
    fc.string(),
    fc.array(piece).map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(path, (text) => {
      fc.pre(text !== '/api/v1/points');
      expect(canCall(free, { method: 'GET', path: text })).toBe(false);
      expect(canCall(free, { method: 'GET', path: `/api/v1/points${text || '/'}` })).toBe(false);
    }),
  );
});

test('an unknown role can call nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (roles) => {
      fc.pre(!roles.includes('free_user') && !roles.includes('all_access'));
      expect(canCall(roles, { method: 'GET', path: '/api/v1/points' })).toBe(false);
    }),
  );
});

test('all access covers everything', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (method, path) => {
      expect(canCall(['all_access'], { method, path })).toBe(true);
    }),
  );
});
