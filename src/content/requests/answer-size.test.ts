import { expect, test } from 'vitest';
import type { Parameter, ResponseExample } from '../contract.ts';
import { gridBytes } from './answer-size.ts';

const header = `netcdf tea {
dimensions:
  time = 1 ;
  latitude = 181 ;
  longitude = 360 ;
variables:
  int time(time) ;
  float latitude(latitude) ;
  float tea(time, latitude, longitude) ;
    tea:units = "degC" ;
}`;
const resolution: Parameter = {
  name: 'resolution',
  type: 'number',
  description: 'Degrees',
  default: 0.25,
};
const example: ResponseExample = { type: 'application/x-netcdf', text: header };

test('a grid has the size of its values in the resolution of the call', () => {
  const doc = { response_example: example, input_parameters: [resolution] };
  expect(gridBytes(doc, { resolution: '1' })).toBe(4 * (1 + 181 + 181 * 360));
  expect(gridBytes(doc, {})).toBe(4 * (1 + 721 + 721 * 1440));
});

test('without a resolution the dimensions are those of the example', () => {
  const doc = { response_example: example, input_parameters: [] };
  expect(gridBytes(doc, {})).toBe(4 * (1 + 181 + 181 * 360));
});

test('the size of other answers is unknown', () => {
  const rows: ResponseExample = { type: 'application/x-netcdf', text: header.replace('latitude =', 'row =') };
  const json: ResponseExample = { type: 'application/json', text: '{}' };
  for (const response_example of [rows, json])
    expect(gridBytes({ response_example, input_parameters: [] }, {})).toBeUndefined();
});
