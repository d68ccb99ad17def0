import type { EndpointDoc } from '../contract.ts';
import { filledValue, type Values } from './request.ts';

const bytesByType: Record<string, number> = {
  byte: 1,
  char: 1,
  short: 2,
  int: 4,
  float: 4,
  int64: 8,
  double: 8,
};

/**
 * The size of a grid file, from the dimensions and types in the header that the page shows and from the resolution of
 * the call. Undefined for answers that are not grids. Names and attributes add less than a hundredth.
 */
export function gridBytes(
  { response_example, input_parameters }: Pick<EndpointDoc, 'response_example' | 'input_parameters'>,
  values: Values,
): number | undefined {
  if (response_example.type !== 'application/x-netcdf') return undefined;
  const header = response_example.text;
  const lengths = new Map(
    [...header.matchAll(/^\s*(\w+) = (\d+) ;/gm)].map(([, name = '', length]) => [name, Number(length)]),
  );
  if (!lengths.has('latitude') || !lengths.has('longitude')) return undefined;
  const parameter = input_parameters.find(({ name }) => name === 'resolution');
  const degrees = Number(filledValue(values, 'resolution') || parameter?.default);
  if (degrees > 0) {
    lengths.set('latitude', 180 / degrees + 1);
    lengths.set('longitude', 360 / degrees);
  }
  const variables = [...header.matchAll(/^\s*(\w+) \w+\(([\w, ]+)\) ;/gm)];
  return variables.reduce((bytes, [, type = '', dimensions = '']) => {
    const counts = dimensions.split(', ').map((name) => lengths.get(name) ?? 1);
    return bytes + counts.reduce((product, count) => product * count, bytesByType[type] ?? 4);
  }, 0);
}
