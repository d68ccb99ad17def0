import {
  pressureLevelsHpa,
  surfaceVariables,
  upperVariables,
  variableMetadata,
} from '../../api/variables.ts';
import { badRequest } from '../../platform/errors.ts';
import type { FieldChoice } from '../../weather/source.ts';

/** What can be asked of a grid: one of its fields, or the wind, which is made of two. */
export interface GridVariable {
  name: string;
  meaning: string;
  unit: string;
  /** Two are the eastward and the northward wind. */
  fields: [FieldChoice] | [FieldChoice, FieldChoice];
  /** As many as say something. */
  decimals: number;
}

export const variableWords = `At the surface: ${surfaceVariables.join(', ')}, and wind_10m or wind_100m for speed and direction. On a pressure level, as level/variable such as 500/temperature or 250/wind: wind, ${upperVariables.join(', ')}. Levels in hPa: ${pressureLevelsHpa.join(', ')}.`;

export function requireGridVariable(given: string): GridVariable {
  const name = exactName(given);
  const surface = surfaceVariables.find((each) => each === name);
  if (surface) return single(name, { kind: 'surface', name: surface });
  if (name === 'wind_10m') return wind(name, 'Wind at 10 m', surfaceWind('wind_u_10m', 'wind_v_10m'));
  if (name === 'wind_100m') return wind(name, 'Wind at 100 m', surfaceWind('wind_u_100m', 'wind_v_100m'));
  const [first, second] = name.split('/', 2);
  const level = pressureLevelsHpa.find((each) => String(each) === first);
  const upper = upperVariables.find((each) => each === second);
  if (level && upper) return single(name, { kind: 'upper', name: upper, levelsHpa: [level] });
  if (level && second === 'wind')
    return wind(name, `Wind at ${level} hPa`, [
      { kind: 'upper', name: 'wind_u', levelsHpa: [level] },
      { kind: 'upper', name: 'wind_v', levelsHpa: [level] },
    ]);
  throw badRequest(
    `variable must be ${surfaceVariables.join(', ')}, wind_10m, wind_100m, or level/variable such as 500/temperature with a level of ${pressureLevelsHpa.join(', ')} hPa and a variable of wind, ${upperVariables.join(', ')}.`,
  );
}

/** Other words for the same, and `wind/250`, `250 hPa/wind`, `250/wind_speed`. */
function exactName(given: string): string {
  const text = given
    .trim()
    .toLowerCase()
    .replaceAll(' ', '')
    .replace('hpa', '')
    .replace('wind_speed', 'wind');
  const [first = '', second] = text.split('/', 2);
  if (second !== undefined) return /^\d+$/.test(second) ? `${second}/${first}` : text;
  return otherNames[text] ?? text;
}

const otherNames: Record<string, string> = {
  temperature: 'temperature_2m',
  dewpoint: 'dewpoint_2m',
  dew_point: 'dewpoint_2m',
  wind: 'wind_10m',
  pressure: 'pressure_msl',
  rain: 'precipitation',
};

const surfaceWind = (u: 'wind_u_10m' | 'wind_u_100m', v: 'wind_v_10m' | 'wind_v_100m') =>
  [
    { kind: 'surface', name: u },
    { kind: 'surface', name: v },
  ] satisfies [FieldChoice, FieldChoice];

function single(name: string, field: FieldChoice): GridVariable {
  const { long_name, units } = variableMetadata[field.name];
  const [unit, decimals] = unitWords[units] ?? [units, 2];
  return { name, meaning: long_name, unit, fields: [field], decimals };
}

const wind = (name: string, meaning: string, fields: [FieldChoice, FieldChoice]): GridVariable => ({
  name,
  meaning,
  unit: 'm/s',
  fields,
  decimals: 2,
});

/** As people write them, and how many decimals they need. */
const unitWords: Record<string, [unit: string, decimals: number]> = {
  degC: ['°C', 2],
  'm s-1': ['m/s', 2],
  'm2 s-2': ['m²/s²', 0],
  'kg kg-1': ['kg/kg', 6],
  mm: ['mm', 3],
};

export const roundTo = (value: number, decimals: number) => Number(value.toFixed(decimals));
