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
const field = (sentence: string, inputs = points, path = '/points') => fieldOfError(sentence, inputs, path);

test('a refusal belongs to the field that it names first', () => {
  expect(field('min_forecast_hour must not be greater than max_forecast_hour.')).toBe('min_forecast_hour');
  expect(field('coordinates is required: latitude,longitude pairs separated by semicolons.')).toBe(
    'coordinates',
  );
});

test('or to the one whose form it speaks of', () => {
  expect(field('A latitude must be from -90 to 90.')).toBe('coordinates');
});

test('or to the run, or to what stands in the path', () => {
  expect(field('This run is still being computed: please try again later.')).toBe('initialization_time');
  const grid = [input('variable'), input('level'), input('time')];
  expect(field('Unknown level. Allowed, in hPa: 10, 20.', grid, '/gridded/{level}/{variable}')).toBe('level');
  const missions = 'There is no such mission: an id from missions.json or a name like W-1234 is needed.';
  expect(field(missions, [input('id')], '/missions/{id}/launch_site.json')).toBe('id');
});

test('or to none', () => {
  expect(field('The hour of this network is used up.')).toBeUndefined();
});
