import { unitSign } from '../../../pictures/answers.ts';
import { readNetcdfGrid } from '../../../pictures/netcdf.ts';
import type { PictureOf } from '../../../pictures/picture.ts';

/** Throws where the file holds no field on the whole globe that can be read here. */
export function readFile(body: ArrayBuffer): PictureOf<'grid'> {
  const read = readNetcdfGrid(body);
  if (!read) throw new TypeError('No field on the whole globe is in this file');
  return { kind: 'grid', variable: read.variable, unit: unitSign(read.unit), grid: read.grid };
}
