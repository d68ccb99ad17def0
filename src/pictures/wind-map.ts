import { worldMap } from './earth-map.ts';
import { formatCoordinates, formatKilometres, formatWind, pluralize, windSpeed } from './format.ts';
import type { PictureText, WindReading } from './picture.ts';
import { coordinateCells, numberCell, windCells } from './table.ts';
import { windBarb } from './wind-barb.ts';

const windOf = ({ speed_u: u, speed_v: v }: WindReading) => ({ u, v });

/** One barb per reading, on a map of the world. */
export function drawWinds(readings: readonly WindReading[]) {
  const earth = worldMap();
  return {
    earth,
    winds: readings.flatMap((reading) => {
      const at = earth.project(reading);
      return at ? [{ ...at, ...windBarb(windOf(reading), at, reading.latitude < 0, 'ms') }] : [];
    }),
  };
}

export const windsText: PictureText<'winds'> = {
  caption({ readings }) {
    const [strongest] = readings.toSorted((one, other) => windSpeed(windOf(other)) - windSpeed(windOf(one)));
    if (!strongest) return 'No observations with position and wind.';
    const altitudes = readings.map(({ altitude }) => altitude);
    return `${pluralize(readings.length, 'balloon')} between ${formatKilometres(Math.min(...altitudes))} and ${formatKilometres(Math.max(...altitudes))}. Strongest wind ${formatWind(windOf(strongest))} at ${formatKilometres(strongest.altitude)}, ${formatCoordinates(strongest)}.`;
  },
  table: ({ readings }) => ({
    columns: [
      'Mission',
      'Latitude',
      'Longitude',
      'Altitude (m)',
      'Temperature (°C)',
      'Wind (m/s)',
      'Wind from (°)',
    ],
    rows: readings.map((row) => [
      row.mission,
      ...coordinateCells(row),
      numberCell(row.altitude, 0),
      numberCell(row.temperature, 1),
      ...windCells(row.speed_u, row.speed_v),
    ]),
  }),
};
