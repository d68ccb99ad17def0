import type { PointRow } from '../../api/forecast-api.ts';
import { PublicError } from '../../platform/errors.ts';
import { hourMs } from '../../time.ts';
import { findTimeMs, isoSeconds } from '../api-time.ts';
import { isBetween } from '../sandbox/atmosphere/planet.ts';
import type { Field, FieldChoice, Region, RequestedHour, Series } from '../source.ts';
import { getFile, getJson, type ProviderApi, type QueryValues } from './api.ts';
import {
  cleanText,
  list,
  mapRows,
  measurements,
  missing,
  number,
  numbers,
  record,
  requireAtMost,
  rowsIn,
  time,
  timeOf,
  times,
} from './fields.ts';
import type { Forecasts } from './halves.ts';
import { type GridVariable, readGridVariable } from './netcdf-reader.ts';

const surfaceNames = [
  'temperature_2m',
  'dewpoint_2m',
  'wind_u_10m',
  'wind_v_10m',
  'precipitation',
  'pressure_msl',
] as const satisfies (keyof PointRow)[];

/** Of one place, and of all together: the longest documented answer has 50 places with 161 hours. */
const [placeRowsMax, pointRowsMax] = [2000, 10_000];
const trackPointsMax = 10_000;
/** Those of 48 hours. */
const availableRunsMax = 1000;
const archivedRunsMax = 40_000;
/** A run covers 15 days, and there are 51 states. */
const [datesMax, statesMax] = [100, 100];

/** A quarter of a degree, one level: 4.2 MB. */
const gridBytesMax = 12 * 1024 * 1024;

export function providerForecasts(api: ProviderApi): Forecasts {
  const listRuns: Forecasts['listRuns'] = async (series) => {
    const { body } = await getJson(api, '/initialization_times.json', ofSeries(series));
    requireAtMost(availableRunsMax, list(body, 'available').length, 'available runs');
    return times(body, 'available');
  };
  return {
    listRuns,

    async listArchivedRuns(series) {
      const { body } = await getJson(api, '/historical_initialization_times.json', ofSeries(series));
      if (!Array.isArray(body)) throw missing('a list of initialization times');
      requireAtMost(archivedRunsMax, body.length, 'initialization times');
      return body.map((run) => timeOf(run, 'initialization times'));
    },

    async listForecastHours(series) {
      const { body } = await getJson(api, '/forecast_hours.json', ofSeries(series));
      return byRun(body, (run) => list(body, run).map((hour) => number({ hour }, 'hour')));
    },

    async listGenerationTimes(series) {
      const { body } = await getJson(api, '/generation_times.json', ofSeries(series));
      return byRun(body, (run) => {
        const hours = record(body, run);
        return Object.fromEntries(Object.keys(hours).map((hour) => [hour, time(hours, hour)]));
      });
    },

    async forecastPoints({ places, runMs, minHour, maxHour, minTimeMs, maxTimeMs }) {
      const { body, headers } = await getJson(api, '/points', {
        coordinates: places.map(({ latitude, longitude }) => `${latitude},${longitude}`).join(';'),
        initialization_time: ofTime(runMs),
        min_forecast_hour: minHour,
        max_forecast_hour: maxHour,
        min_forecast_time: ofTime(minTimeMs),
        max_forecast_time: ofTime(maxTimeMs),
      });
      const forecasts = list(body, 'forecasts').map((rows) => rowsIn(rows, 'forecasts'));
      if (forecasts.length !== places.length) throw missing('a forecast for each place');
      for (const rows of forecasts) requireAtMost(placeRowsMax, rows.length, 'hours');
      requireAtMost(pointRowsMax, forecasts.flat().length, 'hours');
      const hourOfRow = (row: Record<string, unknown>) => ({
        time: time(row, 'time'),
        ...measurements(row, surfaceNames),
      });
      return {
        initialization_time: runOf(headers, runMs),
        forecasts: await Promise.all(forecasts.map((rows) => mapRows(rows, hourOfRow))),
      };
    },

    async trackCyclones({ runMs }, basin) {
      const { body, headers } = await getJson(api, '/tropical_cyclones', {
        initialization_time: ofTime(runMs),
        basin,
      });
      const found = Object.entries(body).map(([id, track]) => [cleanText(id), rowsIn(track, id)] as const);
      requireAtMost(trackPointsMax, found.length + found.flatMap(([, rows]) => rows).length, 'positions');
      const tracks = found
        // A cyclone that is nowhere cannot be drawn, or be near to anything.
        .filter(([, rows]) => rows.length > 0)
        .map(([id, rows]) => [
          id,
          rows.map((row) => ({ time: time(row, 'time'), ...numbers(row, ['latitude', 'longitude']) })),
        ]);
      return { initialization_time: runOf(headers, runMs), tracks: Object.fromEntries(tracks) };
    },

    async calculateDegreeDays(kind, { series, runMs, externalModel }) {
      const run = ofTime(runMs) ?? (await listRuns(series))[0];
      const { body, headers } = await getJson(api, `/${kind}`, {
        ...ofSeries(series),
        initialization_time: run,
        external_model: externalModel,
      });
      const dates = list(body, 'dates').map((date) => timeOf(date, 'dates').slice(0, 10));
      const states = record(body, kind);
      requireAtMost(datesMax, dates.length, 'dates');
      requireAtMost(statesMax, Object.keys(states).length, 'states');
      return {
        initialization_time: runOf(headers, run === undefined ? undefined : Date.parse(run)),
        dates,
        byState: Object.fromEntries(
          Object.keys(states).map((state) => [cleanText(state), numbers(record(states, state), dates)]),
        ),
      };
    },

    async readField(requested, choice, region) {
      const { headers, bytes } = await getFile(api, pathOf(choice), ofHour(requested), gridBytesMax);
      const times = hourOf(headers, requested);
      return { ...times, ...cutOut(gridIn(bytes, choice.name), region) };
    },
  };
}

const ofSeries = ({ model, member }: Series): QueryValues => ({
  intracycle: model === 'intracycle' ? true : undefined,
  ens_member: member,
});

const ofTime = (timeMs: number | undefined): string | undefined =>
  timeMs === undefined || !Number.isFinite(timeMs) ? undefined : isoSeconds(timeMs).slice(0, 19);

function ofHour(requested: RequestedHour): QueryValues {
  const series = ofSeries(requested.series);
  if ('timeMs' in requested) return { ...series, time: ofTime(requested.timeMs) };
  return { ...series, initialization_time: ofTime(requested.runMs), forecast_hour: requested.hour };
}

function byRun<Value>(body: Record<string, unknown>, readRun: (run: string) => Value): Record<string, Value> {
  return Object.fromEntries(
    Object.keys(body).map((run) => [timeOf(run, 'initialization times'), readRun(run)]),
  );
}

/** An API that does not tell its run, or not as a time, leaves us without it. */
function runOf(headers: Headers, runMs: number | undefined): string {
  const toldMs = findTimeMs(headers.get('X-Initialization-Time') ?? '') ?? runMs;
  return toldMs === undefined ? 'not told by the API' : isoSeconds(toldMs);
}

function hourOf(headers: Headers, requested: RequestedHour) {
  const run = runOf(headers, 'runMs' in requested ? requested.runMs : undefined);
  const runMs = Date.parse(run);
  const timeMs = 'timeMs' in requested ? requested.timeMs : requested.runMs + requested.hour * hourMs;
  return {
    initialization_time: run,
    forecast_hour: Number.isFinite(runMs) ? Math.round((timeMs - runMs) / hourMs) : 0,
    time: isoSeconds(timeMs),
  };
}

function pathOf(choice: FieldChoice): string {
  if (choice.kind === 'constant') return `/constants/${choice.name}`;
  return `/gridded/${choice.kind === 'upper' ? `${choice.levelsHpa[0]}/` : ''}${choice.name}`;
}

function gridIn(file: Buffer, name: string): GridVariable {
  if (file.subarray(1, 4).toString('latin1') === 'HDF')
    throw unreadable('is NetCDF-4, which can be read by xarray but not here');
  const variable = readGridVariable(file, name);
  if (!variable) throw unreadable(`has no ${name} over latitude and longitude that can be read here`);
  return variable;
}

const unreadable = (why: string) =>
  new PublicError(
    502,
    `The provider’s file ${why}. Download it with the gridded endpoint, or ask for points instead.`,
  );

/** A few milliseconds of reading. */
const valuesAtOnce = 20_000;

/** North to south and from 0 eastwards, whichever way the file has them. */
function cutOut({ latitudes, longitudes, values }: GridVariable, region: Region): Field {
  const { minLatitude = -90, maxLatitude = 90, minLongitude, maxLongitude } = region;
  const rows = [...latitudes.keys()]
    .filter((row) => latitudes[row]! >= minLatitude && latitudes[row]! <= maxLatitude)
    .sort((one, other) => latitudes[other]! - latitudes[one]!);
  const east = (column: number) => (longitudes[column]! + 360) % 360;
  const columns = [...longitudes.keys()]
    .filter((column) => isBetween(east(column), minLongitude, maxLongitude))
    .sort((one, other) => east(one) - east(other));
  const rowsAtOnce = Math.ceil(valuesAtOnce / (columns.length || 1));
  return {
    latitudes: Float32Array.from(rows, (row) => latitudes[row]!),
    longitudes: Float32Array.from(columns, east),
    rows: (async function* () {
      for (const [index, row] of rows.entries()) {
        // Without a pause all rows would be read, and summed up, in one turn of the event loop.
        if (index % rowsAtOnce === 0) await new Promise(setImmediate);
        yield Float32Array.from(columns, (column) => known(values[row * longitudes.length + column]!));
      }
    })(),
  };
}

/** Where nothing was computed a file holds a number beyond all weather, which becomes NaN. */
const known = (value: number) => (Math.abs(value) > 1e30 ? Number.NaN : value);
