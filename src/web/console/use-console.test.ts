import { expect, test } from 'vitest';
import type { Parameter } from '../../content/contract.ts';
import { fieldOfError } from './use-console.ts';

const input = (name: string, format?: string): Parameter => ({
  name,
  type: 'string',
  description: 'x',
  format,
});
const points = [
  input('coordinates', 'latitude,longitude;latitude,longitude'),
  input('min_forecast_hour'),
  input('max_forecast_hour'),
  input('initialization_time', 'date-hour'),
];
const field = (message: string, inputs = points, path = '/points') => fieldOfError(message, inputs, path);

test('an error message belongs to the first field it names', () => {
  expect(field('min_forecast_hour must not be greater than max_forecast_hour.')).toBe('min_forecast_hour');
  expect(field('coordinates is required: latitude,longitude pairs separated by semicolons.')).toBe(
    'coordinates',
  );
});

test('or to the field whose format it mentions', () => {
  expect(field('A latitude must be from -90 to 90.')).toBe('coordinates');
});

test('or to the run, or to a path parameter', () => {
  expect(field('This run is still being computed: please try again later.')).toBe('initialization_time');
  const grid = [input('variable'), input('level'), input('time')];
  expect(field('Unknown level. Allowed, in hPa: 10, 20.', grid, '/gridded/{level}/{variable}')).toBe('level');
  const missions = 'Unknown mission. Use an id from missions.json or a name like W-1234.';
  expect(field(missions, [input('id')], '/missions/{id}/launch_site.json')).toBe('id');
});

test('or to no field', () => {
  expect(field('Hourly limit reached.')).toBeUndefined();
});
