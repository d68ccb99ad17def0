import { z } from 'zod';
import { badRequest, notFound } from '../../platform/errors.ts';
import { api } from '../../urls.ts';
import { hourMs, isoSeconds } from '../../weather/atmosphere/time.ts';
import type { Coordinates, PointRow } from '../../weather/forecasts/points.ts';
import { costOf, readCoordinates } from '../../weather/parameters/coordinates.ts';
import { pointHourParameters, readPointHours } from '../../weather/parameters/forecast-parameters.ts';
import { initializationTime, latitude, longitude, time } from '../toolkit/parameters.ts';
import { charactersOf, countFitting } from '../toolkit/parts.ts';
import { defineTool, nextArguments, nextLine, queryOf } from '../toolkit/tool.ts';
import { compassPoint, windOf } from '../toolkit/wind.ts';

const placesMax = 20;
const hour = z.int().min(0).max(360).optional();

const row = z.object({
  time: z.string().describe('UTC'),
  temperature_2m: z.number().describe('°C, 2 m above ground'),
  dewpoint_2m: z.number().describe('°C, 2 m above ground'),
  wind_speed_10m: z.number().describe('m/s, 10 m above ground'),
  wind_direction_10m: z.number().describe('degrees clockwise from north, from which the wind blows'),
  wind_u_10m: z.number().describe('m/s towards the east'),
  wind_v_10m: z.number().describe('m/s towards the north'),
  precipitation: z.number().describe('mm in the hour before, also where rows are 6 hours apart'),
  pressure_msl: z.number().describe('hPa at mean sea level'),
});
type Row = z.infer<typeof row>;

export const getPointForecast = defineTool({
  name: 'get_point_forecast',
  title: 'Point forecast',
  path: `${api}/points`,
  cost: ({ coordinates }) => costOf(coordinates),
  input: z.strictObject({
    coordinates: z
      .string()
      .max(800)
      .describe(
        `The place as latitude,longitude in degrees, such as 42.36,-71.06 for Boston. Up to ${placesMax} places, separated by semicolons.`,
      ),
    min_forecast_time: time(
      'The first time wanted. For one moment give it as the last time too; hours are whole.',
    ),
    max_forecast_time: time('The last time wanted.'),
    min_forecast_hour: hour.describe('Instead of a time: the first hour after the initialization time.'),
    max_forecast_hour: hour.describe('Instead of a time: the last hour after the initialization time.'),
    initialization_time: initializationTime,
  }),
  output: z.object({
    initialization_time: z.string().describe('The run, UTC'),
    forecasts: z
      .array(z.object({ latitude, longitude, hours: z.array(row) }))
      .describe('In the order of the coordinates'),
    next_arguments: nextArguments,
  }),
  async answer(given, { weather }) {
    const places = readCoordinates(given.coordinates);
    if (places.length > placesMax)
      throw badRequest(
        `At most ${placesMax} places can be asked for in one call: ask for the others in another.`,
      );
    const { initialization_time, forecasts: found } = await weather.forecastPoints({
      places,
      ...readPointHours(queryOf(given, pointHourParameters)),
    });
    if (found[0]!.length === 0) throw notFound(noHour(initialization_time));
    const rowsOf = found.map((rows) => rows.map(withWind));
    const steps = found[0]!.map((_, index) => rowsOf.map((rows) => rows[index]!));
    const count = countFitting(
      steps,
      (step) => step.reduce((sum, each) => sum + charactersOf(each, line(each)), 0),
      places.reduce((sum, place) => sum + 2 * charactersOf(place, name(place)), 0),
    );
    const following = steps[count]?.[0];
    const next = following && {
      ...given,
      initialization_time,
      min_forecast_hour: hoursBetween(initialization_time, following.time),
    };
    const forecasts = places.map((place, index) => ({ ...place, hours: rowsOf[index]!.slice(0, count) }));
    const text = [
      `Point forecast of the run ${initialization_time}. Times are UTC.`,
      heading,
      ...forecasts.flatMap((each) => [name(each), ...each.hours.map(line)]),
      nextLine(next),
    ];
    return { text: text.join('\n'), data: { initialization_time, forecasts, next_arguments: next } };
  },
});

function withWind({ time, temperature_2m, dewpoint_2m, ...rest }: PointRow): Row {
  const { speed, direction } = windOf(rest.wind_u_10m, rest.wind_v_10m);
  return {
    time,
    temperature_2m,
    dewpoint_2m,
    wind_speed_10m: speed,
    wind_direction_10m: direction,
    ...rest,
  };
}

const name = ({ latitude, longitude }: Coordinates) => `\n${latitude}, ${longitude}:`;

const heading =
  'time | temperature °C | dew point °C | wind at 10 m: m/s, from | u m/s | v m/s | precipitation mm | pressure hPa';

function line(hour: Row): string {
  const wind = `${hour.wind_speed_10m}, ${hour.wind_direction_10m}° ${compassPoint(hour.wind_direction_10m)}`;
  return [
    hour.time.slice(0, 16),
    hour.temperature_2m,
    hour.dewpoint_2m,
    wind,
    hour.wind_u_10m,
    hour.wind_v_10m,
    hour.precipitation,
    hour.pressure_msl,
  ].join(' | ');
}

const hoursBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / hourMs;

function noHour(run: string): string {
  const [first, hourly, last] = [0, 120, 360].map((after) => isoSeconds(Date.parse(run) + after * hourMs));
  return `No hour of the forecast lies in this range. This run has every hour from ${first} to ${hourly}, then every sixth hour to ${last}: ask for one of these.`;
}
