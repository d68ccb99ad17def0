import { describeMissions } from './bar-chart.ts';
import { describeCyclones } from './cyclone-tracks.ts';
import { degreeDaysTable, describeDegreeDays } from './degree-day-map.ts';
import { regionName } from './earth/regions.ts';
import { describeFleet } from './fleet-map.ts';
import { describeFlight, describeLegs, firstLegs, trackTable } from './flight-profile.ts';
import { daysByMonth, describeArchive, describeRun, describeRuns } from './forecast-runs.ts';
import { describeGrid, gridTable } from './grid.ts';
import { describeForecast } from './meteogram.ts';
import type { Picture, PictureOf } from './picture.ts';
import { describeSounding, soundingTable } from './skew-t.ts';
import { soundingOf } from './sounding/sounding.ts';
import { isUnavailable } from './sounding/unavailable.ts';
import { coordinateCells, numberCell, type PictureTable, timeCell, windCells } from './table.ts';
import { describePath, describePlace } from './track-map.ts';
import { describeWinds } from './wind-map.ts';

/** A picture in words, for those who cannot see it and those who want to be sure, and in numbers. */
export interface PictureText<Shown extends Picture> {
  describe(picture: Shown): string;
  tableOf(picture: Shown): PictureTable;
}

type PictureTexts<Kind extends Picture['kind']> = { [Each in Kind]: PictureText<PictureOf<Each>> };

export type ChartKind = 'meteogram' | 'missions' | 'degree days' | 'runs' | 'run' | 'archive';

export const chartTexts: PictureTexts<ChartKind> = {
  meteogram: {
    describe: ({ places }) => places.map(({ name, rows }) => describeForecast(name, rows)).join(' '),
    tableOf: ({ places }) => ({
      columns: ['Place', 'Time', '°C', 'Dew point °C', 'Wind m/s', 'From °', 'Rain mm', 'hPa'],
      rows: places.flatMap(({ name, rows }) =>
        rows.map((row) => [
          name,
          timeCell(row.time),
          numberCell(row.temperature_2m, 1),
          numberCell(row.dewpoint_2m, 1),
          ...windCells(row.wind_u_10m, row.wind_v_10m),
          numberCell(row.precipitation, 1),
          numberCell(row.pressure_msl, 1),
        ]),
      ),
    }),
  },
  missions: {
    describe: ({ missions }) => describeMissions(missions),
    tableOf: ({ missions }) => ({
      columns: ['Mission', 'Days in the air'],
      rows: missions.map(({ name, daysAloft }) => [name, numberCell(daysAloft, 1)]),
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
            Number.isFinite(timeMs) ? timeCell(new Date(timeMs).toISOString()) : '',
          ),
        ),
      ),
    }),
  },
  run: {
    describe: describeRun,
    tableOf: ({ hours }) => ({
      columns: ['Forecast hour', 'Ready at'],
      rows: hours.map(({ hour, timeMs }) => [`${hour}`, timeCell(new Date(timeMs).toISOString())]),
    }),
  },
  archive: {
    describe: ({ daysMs }) => describeArchive(daysMs),
    tableOf: ({ daysMs }) => ({ columns: ['Month', 'Days with runs'], rows: daysByMonth(daysMs) }),
  },
};

export type MapKind = 'fleet' | 'winds' | 'path' | 'place' | 'cyclones' | 'grid';

export const mapTexts: PictureTexts<MapKind> = {
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
          ...coordinateCells(place),
          numberCell(altitude, 0),
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
        ...coordinateCells(row),
        numberCell(row.altitude, 0),
        numberCell(row.temperature, 1),
        ...windCells(row.speed_u, row.speed_v),
      ]),
    }),
  },
  path: {
    describe: ({ path }) => describePath(path),
    tableOf: ({ path }) => ({
      columns: ['Time', 'Latitude', 'Longitude', 'Altitude m'],
      rows: path.map((row) => [timeCell(row.time), ...coordinateCells(row), numberCell(row.altitude, 0)]),
    }),
  },
  place: {
    describe: describePlace,
    tableOf: ({ name, place }) => ({
      columns: ['Place', 'Latitude', 'Longitude', 'Altitude m'],
      rows: [[name, ...coordinateCells(place), numberCell(place.altitude ?? null, 0)]],
    }),
  },
  cyclones: {
    describe: ({ tracks }) => describeCyclones(tracks),
    tableOf: ({ tracks }) => ({
      columns: ['Cyclone', 'Time', 'Latitude', 'Longitude'],
      rows: Object.entries(tracks).flatMap(([id, points]) =>
        points.map((row) => [id, timeCell(row.time), ...coordinateCells(row)]),
      ),
    }),
  },
  grid: { describe: ({ variable, unit, grid }) => describeGrid(variable, unit, grid), tableOf: gridTable },
};

export type FlightKind = 'sounding' | 'flight' | 'legs';

export const flightTexts: PictureTexts<FlightKind> = {
  sounding: {
    describe: ({ rows }) => {
      const sounding = soundingOf(rows);
      return isUnavailable(sounding) ? sounding.unavailable : describeSounding(sounding);
    },
    tableOf: ({ rows }) => soundingTable(rows),
  },
  flight: { describe: ({ track }) => describeFlight(track), tableOf: ({ track }) => trackTable(track) },
  legs: {
    describe: ({ track }) => describeLegs(firstLegs(track)),
    tableOf: ({ track }) => trackTable(firstLegs(track)),
  },
};

/** Each picture by what it needs: a browser that shows one need not load how the others are told. */
const texts = { ...chartTexts, ...mapTexts, ...flightTexts };

export const describePicture = (picture: Picture) => textOf(picture).describe(picture);
export const tableOf = (picture: Picture) => textOf(picture).tableOf(picture);

const textOf = <Shown extends Picture>({ kind }: Shown) =>
  texts[kind] as PictureText<Picture> as PictureText<Shown>;
