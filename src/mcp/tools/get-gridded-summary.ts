import { z } from 'zod';
import { badRequest } from '../../platform/errors.ts';
import { api } from '../../urls.ts';
import { pressureLevelsHpa } from '../../weather/atmosphere/levels.ts';
import { surfaceFields } from '../../weather/atmosphere/surface.ts';
import { fieldResolutionDegrees, type Region } from '../../weather/grids/field.ts';
import { type FieldChoice, meanings, upperVariables } from '../../weather/grids/variables.ts';
import { fileParameters, readForecastHour } from '../../weather/parameters/forecast-parameters.ts';
import { summarize } from '../toolkit/grid-summary.ts';
import { type GivenRegion, latitude, longitude, region, series, time } from '../toolkit/parameters.ts';
import { defineTool, queryOf } from '../toolkit/tool.ts';

const extreme = z.object({ value: z.number().describe('In the unit above'), latitude, longitude });

export const getGriddedSummary = defineTool({
  name: 'get_gridded_summary',
  title: 'Gridded summary',
  path: `${api}/gridded/variable`,
  input: z.strictObject({
    variable: z
      .string()
      .max(40)
      .describe(
        `At the surface: ${surfaceFields.join(', ')}. On a pressure level, as level/variable such as 500/temperature: ${upperVariables.join(', ')}. Levels in hPa: ${pressureLevelsHpa.join(', ')}.`,
      ),
    ...region,
    time: time('The time that is forecast, within an hour. Or give initialization_time and forecast_hour.'),
    initialization_time: time('The run to use, together with forecast_hour.'),
    forecast_hour: z.int().min(0).max(360).optional().describe('0 to 120, or a multiple of 6 up to 360.'),
    ...series,
  }),
  output: z.object({
    variable: z.string(),
    meaning: z.string(),
    unit: z.string().describe('Of mean, standard_deviation, minimum and maximum'),
    time: z.string().describe('UTC'),
    initialization_time: z.string().describe('The run, UTC'),
    forecast_hour: z.int(),
    points: z.int().describe(`Points of the ${fieldResolutionDegrees} degree grid in the region`),
    mean: z.number().describe('Weighted by area'),
    standard_deviation: z.number().describe('Weighted by area'),
    minimum: extreme,
    maximum: extreme,
  }),
  async answer(given, { weather }) {
    const choice = requireVariable(given.variable);
    const hour = readForecastHour(queryOf(given, fileParameters));
    const field = await weather.readField(hour, choice, requireRegion(given));
    const summary = await summarize(field);
    if (!summary)
      throw badRequest(
        `No point of the grid lies in this region, there is one every ${fieldResolutionDegrees} degrees: make it larger, or ask get_point_forecast.`,
      );
    const { long_name, units } = meanings[choice.name];
    const data = {
      variable: given.variable,
      meaning: long_name,
      unit: unitWords[units] ?? units,
      time: field.time,
      initialization_time: field.initialization_time,
      forecast_hour: field.forecast_hour,
      points: summary.points,
      mean: rounded(summary.mean),
      standard_deviation: rounded(summary.standardDeviation),
      minimum: { ...summary.minimum, value: rounded(summary.minimum.value) },
      maximum: { ...summary.maximum, value: rounded(summary.maximum.value) },
    };
    const at = (place: typeof data.minimum) =>
      `${place.value} ${data.unit} at ${place.latitude}, ${place.longitude}`;
    const text = [
      `${data.meaning} (${data.variable}) at ${data.time} (UTC), hour ${data.forecast_hour} of the run ${data.initialization_time}, over ${data.points} points.`,
      `Mean ${data.mean} ${data.unit}, standard deviation ${data.standard_deviation} ${data.unit}, both weighted by area.`,
      `Minimum ${at(data.minimum)}. Maximum ${at(data.maximum)}. Positions are degrees north and east.`,
    ];
    return { text: text.join('\n'), data };
  },
});

function requireVariable(text: string): FieldChoice {
  const [first, second] = text.trim().split('/', 2);
  const surface = surfaceFields.find((each) => each === text.trim());
  if (surface) return { kind: 'surface', name: surface };
  const level = pressureLevelsHpa.find((each) => String(each) === first);
  const name = upperVariables.find((each) => each === second);
  if (level && name) return { kind: 'upper', name, levelsHpa: [level] };
  throw badRequest(
    `variable must be ${surfaceFields.join(', ')}, or level/variable such as 500/temperature with a level of ${pressureLevelsHpa.join(', ')} hPa and a variable of ${upperVariables.join(', ')}.`,
  );
}

function requireRegion(given: GivenRegion): Region {
  const { min_latitude: minLatitude, max_latitude: maxLatitude } = given;
  if (minLatitude !== undefined && maxLatitude !== undefined && minLatitude > maxLatitude)
    throw badRequest('min_latitude must not be greater than max_latitude.');
  return { minLatitude, maxLatitude, minLongitude: given.min_longitude, maxLongitude: given.max_longitude };
}

/** As people write them. */
const unitWords: Record<string, string> = {
  degC: '°C',
  'm s-1': 'm/s',
  'm2 s-2': 'm²/s²',
  'kg kg-1': 'kg/kg',
};

/** Seven digits: all that a value of the file has. */
const rounded = (value: number) => Number(value.toPrecision(7));
