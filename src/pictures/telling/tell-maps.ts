import { regionName } from '../earth/regions.ts';
import type { PictureOf } from '../picture.ts';
import { minutes, number, type PictureTable, placeCells, windCells } from '../table.ts';
import { minus } from '../words.ts';
import {
  describeCyclones,
  describeFleet,
  describeGrid,
  describePath,
  describePlace,
  describeWinds,
} from './describe-maps.ts';
import type { Tellings } from './telling.ts';

export type MapKind = 'fleet' | 'winds' | 'path' | 'place' | 'cyclones' | 'grid';

export const maps: Tellings<MapKind> = {
  fleet: {
    describe: ({ fleet }) => describeFleet(fleet),
    tableOf: ({ fleet }) => ({
      columns: ['Mission', 'Region', 'Latitude', 'Longitude', 'Altitude m', 'Going'],
      rows: fleet.balloons.map(({ name, altitude, is_rising, track }) => {
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
    }),
  },
  winds: {
    describe: ({ readings }) => describeWinds(readings),
    tableOf: ({ readings }) => ({
      columns: ['Mission', 'Latitude', 'Longitude', 'Altitude m', '°C', 'Wind m/s', 'From °'],
      rows: readings.map((row) => [
        row.mission,
        ...placeCells(row),
        number(row.altitude, 0),
        number(row.temperature, 1),
        ...windCells(row.speed_u, row.speed_v),
      ]),
    }),
  },
  path: {
    describe: ({ path }) => describePath(path),
    tableOf: ({ path }) => ({
      columns: ['Time', 'Latitude', 'Longitude', 'Altitude m'],
      rows: path.map((row) => [minutes(row.time), ...placeCells(row), number(row.altitude, 0)]),
    }),
  },
  place: {
    describe: describePlace,
    tableOf: ({ name, place }) => ({
      columns: ['Place', 'Latitude', 'Longitude', 'Altitude m'],
      rows: [[name, ...placeCells(place), number(place.altitude ?? null, 0)]],
    }),
  },
  cyclones: {
    describe: ({ tracks }) => describeCyclones(tracks),
    tableOf: ({ tracks }) => ({
      columns: ['Cyclone', 'Time', 'Latitude', 'Longitude'],
      rows: Object.entries(tracks).flatMap(([id, points]) =>
        points.map((row) => [id, minutes(row.time), ...placeCells(row)]),
      ),
    }),
  },
  grid: { describe: ({ variable, unit, grid }) => describeGrid(variable, unit, grid), tableOf: gridTable },
};

/** Every tenth degree is enough to be read; the file has the rest. */
const READ_EVERY_DEGREES = 30;

function gridTable({ variable, unit, grid: { stepDegrees, values } }: PictureOf<'grid'>): PictureTable {
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
