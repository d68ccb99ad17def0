import type { PictureOf } from '../picture.ts';
import { minutes, number, type PictureTable, windCells } from '../table.ts';
import {
  describeArchive,
  describeDegreeDays,
  describeForecast,
  describeMissions,
  describeRun,
  describeRuns,
} from './describe-charts.ts';
import type { Tellings } from './telling.ts';

export type ChartKind = 'meteogram' | 'missions' | 'degree days' | 'runs' | 'run' | 'archive';

export const charts: Tellings<ChartKind> = {
  meteogram: {
    describe: ({ places }) => places.map(({ name, rows }) => describeForecast(name, rows)).join(' '),
    tableOf: ({ places }) => ({
      columns: ['Place', 'Time', '°C', 'Dew point °C', 'Wind m/s', 'From °', 'Rain mm', 'hPa'],
      rows: places.flatMap(({ name, rows }) =>
        rows.map((row) => [
          name,
          minutes(row.time),
          number(row.temperature_2m, 1),
          number(row.dewpoint_2m, 1),
          ...windCells(row.wind_u_10m, row.wind_v_10m),
          number(row.precipitation, 1),
          number(row.pressure_msl, 1),
        ]),
      ),
    }),
  },
  missions: {
    describe: ({ missions }) => describeMissions(missions),
    tableOf: ({ missions }) => ({
      columns: ['Mission', 'Days in the air'],
      rows: missions.map(({ name, daysAloft }) => [name, number(daysAloft, 1)]),
    }),
  },
  'degree days': { describe: describeDegreeDays, tableOf: degreeDaysTable },
  runs: {
    describe: describeRuns,
    tableOf: ({ runs }) => ({
      columns: ['Run', 'From', 'To'],
      rows: runs.flatMap(({ runMs, spans }) =>
        (spans.length > 0 ? spans : [[Number.NaN, Number.NaN] as const]).map(([from, to]) =>
          [runMs, from, to].map((timeMs) =>
            Number.isFinite(timeMs) ? minutes(new Date(timeMs).toISOString()) : '',
          ),
        ),
      ),
    }),
  },
  run: {
    describe: describeRun,
    tableOf: ({ hours }) => ({
      columns: ['Forecast hour', 'Ready at'],
      rows: hours.map(({ hour, timeMs }) => [`${hour}`, minutes(new Date(timeMs).toISOString())]),
    }),
  },
  archive: {
    describe: ({ daysMs }) => describeArchive(daysMs),
    tableOf: ({ daysMs }) => ({ columns: ['Month', 'Days with runs'], rows: daysByMonth(daysMs) }),
  },
};

/** The state that is drawn day by day comes first. */
function degreeDaysTable({ dates, states, state }: PictureOf<'degree days'>): PictureTable {
  const drawDefaultPictures = states.toSorted(
    (one, other) => Number(other.name === state) - Number(one.name === state),
  );
  return {
    columns: ['State', 'In all', ...dates],
    rows: drawDefaultPictures.map(({ name, total, days }) => [
      name,
      number(total, 1),
      ...days.map((value) => number(value, 1)),
    ]),
  };
}

function daysByMonth(daysMs: readonly number[]): string[][] {
  const counts = new Map<string, number>();
  for (const day of daysMs) {
    const month = new Date(day).toISOString().slice(0, 7);
    counts.set(month, (counts.get(month) ?? 0) + 1);
  }
  return [...counts].map(([month, days]) => [month, `${days}`]);
}
