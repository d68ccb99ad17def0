import { pressureLevelsHpa } from '../../api/variables.ts';
import type { ModelPoint } from '../../pictures/sounding/model-profile.ts';
import { findTimeMs, isoWithoutZone } from '../api-time.ts';
import { forecastHours } from '../forecast-hours.ts';

/** The query for the forecast along a leg, written by the viewer and read by the server. */

/** Numbers are rounded, so that the same leg has the same address in every browser. */
export const writeModelQuery = (runMs: number, points: readonly ModelPoint[]) =>
  `run=${isoWithoutZone(runMs)}&points=${points
    .map(({ pressure, forecast_hour, latitude, longitude }) =>
      [pressure, forecast_hour, latitude.toFixed(2), longitude.toFixed(2)].join(),
    )
    .join(';')}`;

const maxCharacters = 30 * pressureLevelsHpa.length;

/** Undefined for anything that the viewer doesn't write. */
export function readModelQuery(query: {
  run?: unknown;
  points?: unknown;
}): { runMs: number; points: ModelPoint[] } | undefined {
  const { run, points: text } = query;
  if (typeof run !== 'string' || typeof text !== 'string' || text.length > maxCharacters) return undefined;
  const runMs = findTimeMs(run);
  const points = text.split(';').map(readPoint);
  const levels = new Set(points.map((point) => point?.pressure));
  if (runMs === undefined || levels.size < points.length) return undefined;
  const known = points.filter((point) => point !== undefined);
  return known.length === points.length ? { runMs, points: known } : undefined;
}

function readPoint(text: string): ModelPoint | undefined {
  const numbers = text
    .split(',')
    .map((part) => (/^-?\d{1,4}(\.\d{1,2})?$/.test(part) ? Number(part) : Number.NaN));
  const [pressure = Number.NaN, forecast_hour = Number.NaN, latitude = Number.NaN, longitude = Number.NaN] =
    numbers;
  const isKnown =
    numbers.length === 4 &&
    pressureLevelsHpa.some((level) => level === pressure) &&
    forecastHours.includes(forecast_hour) &&
    Math.abs(latitude) <= 90 &&
    Math.abs(longitude) <= 360;
  return isKnown ? { pressure, forecast_hour, latitude, longitude } : undefined;
}
