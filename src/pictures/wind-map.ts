import type { Coordinates } from '../api/data-api.ts';
import { type EarthMap, worldMap } from './earth-map.ts';
import { formatCoordinates, formatDirection, pluralize, windSpeed } from './format.ts';
import type { PictureOf } from './picture.ts';
import { kilometres } from './sounding/unavailable.ts';
import type { MapMark } from './track-map.ts';
import { type WindBarb, windBarb } from './wind-barb.ts';

interface WindRow extends Coordinates {
  u: number;
  v: number;
  label: string;
}

interface WindMap {
  earth: EarthMap;
  winds: (MapMark & WindBarb & { u: number; v: number })[];
}

/** A barb for each place where wind was measured. */
export function drawWinds(rows: readonly WindRow[]): WindMap {
  const earth = worldMap();
  return {
    earth,
    winds: rows.flatMap(({ latitude, longitude, u, v, label }) => {
      const at = earth.project({ latitude, longitude });
      return at ? [{ latitude, longitude, label, u, v, ...at, ...windBarb({ u, v }, at, latitude < 0) }] : [];
    }),
  };
}

export function describeWinds(readings: PictureOf<'winds'>['readings']): string {
  const [first] = readings;
  if (!first) return 'There is no row with a place and a wind.';
  const altitudes = readings.map(({ altitude }) => altitude);
  const wind = (reading: typeof first) => ({ u: reading.speed_u, v: reading.speed_v });
  const strongest = readings.reduce((best, each) =>
    windSpeed(wind(each)) > windSpeed(wind(best)) ? each : best,
  );
  return `${pluralize(readings.length, 'balloon')} between ${kilometres(Math.min(...altitudes))} and ${kilometres(Math.max(...altitudes))}; strongest wind ${Math.round(windSpeed(wind(strongest)))} m/s ${formatDirection(wind(strongest))} at ${kilometres(strongest.altitude)}, ${formatCoordinates(strongest)}.`;
}
