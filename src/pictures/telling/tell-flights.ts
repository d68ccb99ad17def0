import type { PictureOf } from '../picture.ts';
import { firstLegs } from '../profile.ts';
import type { Level } from '../sounding/levels.ts';
import { soundingOf } from '../sounding/sounding.ts';
import { isUnavailable } from '../sounding/unavailable.ts';
import { minutes, number, type PictureTable, placeCells, windCells } from '../table.ts';
import { describeFlight, describeLegs, describeSounding } from './describe-flights.ts';
import type { Tellings } from './telling.ts';

export type FlightKind = 'sounding' | 'flight' | 'legs';

export const flights: Tellings<FlightKind> = {
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

function trackTable(track: PictureOf<'flight'>['track']): PictureTable {
  return {
    columns: ['Time', 'Latitude', 'Longitude', 'Altitude m'],
    rows: track.map((row) => [minutes(row.transmit_time), ...placeCells(row), number(row.altitude, 0)]),
  };
}

function soundingTable(rows: PictureOf<'sounding'>['rows']): PictureTable {
  const sounding = soundingOf(rows);
  return levelsTable(isUnavailable(sounding) ? [] : sounding.levels);
}

export function levelsTable(levels: readonly Level[]): PictureTable {
  return {
    columns: ['hPa', 'Altitude m', '°C', 'Dew point °C', 'Wind m/s', 'From °'],
    rows: levels.map((level) => [
      number(level.pressureHpa, 1),
      number(level.altitudeMetres, 0),
      number(level.celsius, 1),
      number(level.dewPointCelsius, 1),
      ...windCells(level.wind?.u ?? null, level.wind?.v ?? null),
    ]),
  };
}
