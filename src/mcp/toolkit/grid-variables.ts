import { z } from 'zod';
import {
  pressureLevelsHpa,
  surfaceVariables,
  upperVariables,
  variableMetadata,
} from '../../api/variables.ts';
import { badRequest } from '../../platform/errors.ts';
import type { FieldChoice } from '../../weather/source.ts';

export interface GridVariable {
  name: string;
  meaning: string;
  unit: string;
  /** For the wind, this is its eastward part. */
  field: FieldChoice;
  /** The northward part, for the wind only. */
  northward?: FieldChoice;
  decimals: number;
}

export const gridVariableDescription = `One or several, separated by commas. At the surface: ${surfaceVariables.join(', ')}, and wind_10m or wind_100m for speed and direction. On a pressure level, as level/variable such as 500/temperature or 250/wind: wind, ${upperVariables.join(', ')}. Levels in hPa: ${pressureLevelsHpa.join(', ')}.`;

/** One variable or several, as a list or separated by commas. */
export const gridVariables = z.preprocess(
  (value) => (Array.isArray(value) ? value.join(',') : value),
  z.string().max(300),
);

const maxVariables = 6;

export function requireGridVariables(text: string): GridVariable[] {
  const names = text.split(',').filter((name) => name.trim() !== '');
  if (names.length > maxVariables)
    throw badRequest(`variable can have at most ${maxVariables} names per call.`);
  const all = names.map(requireGridVariable);
  return [...new Map(all.map((variable) => [variable.name, variable])).values()];
}

/** The wind is read as two grids. */
export const countFields = (variables: readonly GridVariable[]) =>
  variables.reduce((sum, { northward }) => sum + (northward ? 2 : 1), 0);

export function requireGridVariable(text: string): GridVariable {
  const name = normalizeName(text);
  const surface = surfaceVariables.find((each) => each === name);
  if (surface) return createVariable(name, { kind: 'surface', name: surface });
  const height = (['10m', '100m'] as const).find((each) => name === `wind_${each}`);
  if (height)
    return {
      ...createVariable(name, { kind: 'surface', name: `wind_u_${height}` }),
      northward: { kind: 'surface', name: `wind_v_${height}` },
      meaning: `Wind at ${height.replace('m', ' m')}`,
    };
  const [first, second] = name.split('/', 2);
  const level = pressureLevelsHpa.find((each) => String(each) === first);
  const upper = upperVariables.find((each) => each === second);
  if (level && upper) return createVariable(name, { kind: 'upper', name: upper, levelsHpa: [level] });
  if (level && second === 'wind')
    return {
      ...createVariable(name, { kind: 'upper', name: 'wind_u', levelsHpa: [level] }),
      northward: { kind: 'upper', name: 'wind_v', levelsHpa: [level] },
      meaning: `Wind at ${level} hPa`,
    };
  throw badRequest(
    `variable must be ${surfaceVariables.join(', ')}, wind_10m, wind_100m, or level/variable such as 500/temperature with a level of ${pressureLevelsHpa.join(', ')} hPa and a variable of wind, ${upperVariables.join(', ')}.`,
  );
}

/** Accepts synonyms, and `wind/250`, `250 hPa/wind` and `250/wind_speed` for 250/wind. */
function normalizeName(text: string): string {
  const name = text.toLowerCase().replaceAll(/\s/g, '').replace('hpa', '').replace('wind_speed', 'wind');
  const [first = '', second] = name.split('/', 2);
  if (second !== undefined) return /^\d+$/.test(second) ? `${second}/${first}` : name;
  return synonyms[name] ?? name;
}

const synonyms: Record<string, string> = {
  temperature: 'temperature_2m',
  dewpoint: 'dewpoint_2m',
  dew_point: 'dewpoint_2m',
  wind: 'wind_10m',
  pressure: 'pressure_msl',
  rain: 'precipitation',
};

function createVariable(name: string, field: FieldChoice): GridVariable {
  const { long_name: meaning, units } = variableMetadata[field.name];
  const [unit, decimals] = unitFormats[units] ?? [units, 2];
  return { name, meaning, unit, field, decimals };
}

/** How people write the units, and how many decimals they need. */
const unitFormats: Record<string, [unit: string, decimals: number]> = {
  degC: ['°C', 2],
  'm s-1': ['m/s', 2],
  'm2 s-2': ['m²/s²', 0],
  'kg kg-1': ['kg/kg', 6],
  mm: ['mm', 3],
};
