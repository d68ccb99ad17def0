import { expect, test } from 'vitest';
import { endpointOf } from './endpoints.ts';

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
