import { regionName } from '../earth/regions.ts';
import { soundingOf } from '../sounding/sounding.ts';
import { isUnavailable } from '../sounding/unavailable.ts';
import { minus } from './meteogram.ts';
import type { Picture } from './picture.ts';
import { directionDegrees } from './words.ts';

/** The numbers of a picture. */
export interface PictureTable {
  columns: string[];
  rows: string[][];
}

export function tableOf(picture: Picture): PictureTable {
  switch (picture.kind) {
    case 'meteogram':
      return {
        columns: ['Place', 'Time', '°C', 'Dew point °C', 'Wind m/s', 'From °', 'Rain mm', 'hPa'],
        rows: picture.places.flatMap(({ name, rows }) =>
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
      };
    case 'sky':
      return {
        columns: ['Mission', 'Region', 'Latitude', 'Longitude', 'Altitude m', 'Going'],
        rows: picture.sky.balloons.map(({ name, altitude, is_rising, track }) => {
          const [latitude, longitude] = track.at(-1) ?? [Number.NaN, Number.NaN];
          const place = { latitude, longitude };
          return [
            name,
            regionName(place),
            ...placeCells(place),
            number(altitude, 0),
            is_rising ? 'up' : 'down',
          ];
        }),
      };
    case 'winds':
      return {
        columns: ['Mission', 'Latitude', 'Longitude', 'Altitude m', '°C', 'Wind m/s', 'From °'],
        rows: picture.readings.map((row) => [
          row.mission,
          ...placeCells(row),
          number(row.altitude, 0),
          number(row.temperature, 1),
          ...windCells(row.speed_u, row.speed_v),
        ]),
      };
    case 'missions':
      return {
        columns: ['Mission', 'Days in the air'],
        rows: picture.missions.map(({ name, daysAloft }) => [name, number(daysAloft, 1)]),
      };
    case 'flight':
    case 'legs':
      return {
        columns: ['Time', 'Latitude', 'Longitude', 'Altitude m'],
        rows: picture.track.map((row) => [
          minutes(row.transmit_time),
          ...placeCells(row),
          number(row.altitude, 0),
        ]),
      };
    case 'path':
      return {
        columns: ['Time', 'Latitude', 'Longitude', 'Altitude m'],
        rows: picture.path.map((row) => [minutes(row.time), ...placeCells(row), number(row.altitude, 0)]),
      };
    case 'place':
      return {
        columns: ['Place', 'Latitude', 'Longitude', 'Altitude m'],
        rows: [[picture.name, ...placeCells(picture.place), number(picture.place.altitude ?? null, 0)]],
      };
    case 'sounding':
      return soundingTable(picture.rows);
    case 'cyclones':
      return {
        columns: ['Cyclone', 'Time', 'Latitude', 'Longitude'],
        rows: Object.entries(picture.tracks).flatMap(([id, points]) =>
          points.map((row) => [id, minutes(row.time), ...placeCells(row)]),
        ),
      };
    case 'grid':
      return gridTable(picture);
    case 'degree days':
      return degreeDaysTable(picture);
    case 'run':
      return {
        columns: ['Forecast hour', 'Ready at'],
        rows: picture.hours.map(({ hour, timeMs }) => [`${hour}`, minutes(new Date(timeMs).toISOString())]),
      };
    case 'archive':
      return { columns: ['Month', 'Days with runs'], rows: daysByMonth(picture.daysMs) };
    case 'runs':
      return {
        columns: ['Run', 'From', 'To'],
        rows: picture.runs.flatMap(({ runMs, spans }) =>
          (spans.length > 0 ? spans : [[Number.NaN, Number.NaN] as const]).map(([from, to]) =>
            [runMs, from, to].map((timeMs) =>
              Number.isFinite(timeMs) ? minutes(new Date(timeMs).toISOString()) : '',
            ),
          ),
        ),
      };
  }
}

/** Every tenth degree is enough to be read; the file has the rest. */
const READ_EVERY_DEGREES = 30;

function gridTable({
  variable,
  unit,
  grid: { stepDegrees, values },
}: Extract<Picture, { kind: 'grid' }>): PictureTable {
  const columns = Math.round(360 / stepDegrees);
  const every = Math.max(1, Math.round(READ_EVERY_DEGREES / stepDegrees));
  const rows = Math.round(180 / stepDegrees) + 1;
  const meridians = Array.from({ length: Math.ceil(columns / every) }, (_, index) => index * every);
  return {
    columns: [
      `${variable}${unit === '' ? '' : `, ${unit}`}`,
      ...meridians.map((column) => `${column * stepDegrees}° E`),
    ],
    rows: Array.from({ length: Math.ceil(rows / every) }, (_, index) => [
      `${minus(90 - index * every * stepDegrees)}°`,
      ...meridians.map((column) => number(values[index * every * columns + column] ?? null, 1)),
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

/** The state that is drawn day by day comes first. */
function degreeDaysTable({ dates, states, state }: Extract<Picture, { kind: 'degree days' }>): PictureTable {
  const drawnFirst = states.toSorted(
    (one, other) => Number(other.name === state) - Number(one.name === state),
  );
  return {
    columns: ['State', 'In all', ...dates],
    rows: drawnFirst.map(({ name, total, days }) => [
      name,
      number(total, 1),
      ...days.map((value) => number(value, 1)),
    ]),
  };
}

function soundingTable(rows: Extract<Picture, { kind: 'sounding' }>['rows']): PictureTable {
  const columns = ['hPa', 'Altitude m', '°C', 'Dew point °C', 'Wind m/s', 'From °'];
  const sounding = soundingOf(rows);
  if (isUnavailable(sounding)) return { columns, rows: [] };
  return {
    columns,
    rows: sounding.levels.map((level) => [
      number(level.pressureHpa, 1),
      number(level.altitudeMetres, 0),
      number(level.celsius, 1),
      number(level.dewPointCelsius, 1),
      ...windCells(level.wind?.u ?? null, level.wind?.v ?? null),
    ]),
  };
}

const number = (value: number | null, decimals: number) =>
  value === null || !Number.isFinite(value) ? '' : value.toFixed(decimals);

const placeCells = ({ latitude, longitude }: { latitude: number; longitude: number }) => [
  number(latitude, 2),
  number(longitude, 2),
];

function windCells(u: number | null, v: number | null): [string, string] {
  if (u === null || v === null || !Number.isFinite(u + v)) return ['', ''];
  return [number(Math.hypot(u, v), 1), number(directionDegrees({ u, v }), 0)];
}

const minutes = (time: string) => `${time.slice(0, 16).replace('T', ' ')}`;
