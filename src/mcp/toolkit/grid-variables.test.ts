import { expect, test } from 'vitest';
import { requireGridVariable } from './grid-variables.ts';

test.each([
  ['temperature_2m', 'temperature_2m', '°C'],
  [' Temperature ', 'temperature_2m', '°C'],
  ['250/wind', '250/wind', 'm/s'],
  ['wind_speed/250 hPa', '250/wind', 'm/s'],
  ['500/geopotential', '500/geopotential', 'm²/s²'],
  ['rain', 'precipitation', 'mm'],
])('%s is %s in %s', (given, name, unit) => {
  expect(requireGridVariable(given)).toMatchObject({ name, unit });
});

test('the wind is made of two fields', () => {
  const { field, northward } = requireGridVariable('wind_100m');
  expect([field.name, northward?.name]).toEqual(['wind_u_100m', 'wind_v_100m']);
});

test.each(['snow', '251/wind', '500/snow', '500', '/', ''])('%j is refused with the names', (given) => {
  expect(() => requireGridVariable(given)).toThrow('variable must be temperature_2m, ');
});
