import type { Grid } from './grid.ts';
import { floatType, readVariables } from './netcdf/classic-header.ts';

/** A field of a classic NetCDF file on the whole globe. */
interface NetcdfGrid {
  variable: string;
  unit: string;
  grid: Grid;
}

/** Less than a picture can show. */
const STEP_LEAST_DEGREES = 1;

/** The first float variable that has a value for each latitude and longitude; undefined where there is none. */
export function readNetcdfGrid(file: ArrayBuffer): NetcdfGrid | undefined {
  const variables = readVariables(file);
  const found = variables?.find(({ type, sides }) => type === floatType && isGlobe(sides));
  if (!found) return undefined;
  const [rows, columns] = found.sides.slice(-2) as [number, number];
  if (found.begin < 0 || found.begin + rows * columns * 4 > file.byteLength) return undefined;
  const view = new DataView(file, found.begin, rows * columns * 4);
  const every = Math.max(1, Math.round(STEP_LEAST_DEGREES / (360 / columns)));
  const values: number[] = [];
  for (let row = 0; row < rows; row += every)
    for (let column = 0; column < columns; column += every)
      values.push(known(view.getFloat32((row * columns + column) * 4)));
  return {
    variable: found.name,
    unit: found.texts.get('units') ?? '',
    grid: { stepDegrees: (360 * every) / columns, values },
  };
}

/** From pole to pole and once around, for one time and one level. */
function isGlobe(sides: number[]): boolean {
  const [rows = 0, columns = 0] = sides.slice(-2);
  return (
    sides.length >= 2 &&
    columns > 0 &&
    rows === columns / 2 + 1 &&
    sides.slice(0, -2).every((side) => side === 1)
  );
}

/** Where no value is known a file holds a number beyond all weather. */
const known = (value: number) => (Math.abs(value) > 1e30 ? Number.NaN : value);
