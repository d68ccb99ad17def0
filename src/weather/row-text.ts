import type { ObservationRow } from '../api/data-api.ts';
import type { PointRow } from '../api/forecast-api.ts';
import type { LongWork } from '../platform/long-work.ts';

/** Rows are written as JSON by hand, because `JSON.stringify` cannot write -64.0. Every row has the same keys. */
export function* forecastsText(forecasts: PointRow[][]): LongWork<string> {
  const texts: string[] = [];
  for (const rows of forecasts) {
    texts.push(`[${rows.map(pointRowText).join(',')}]`);
    yield;
  }
  return `[${texts.join(',')}]`;
}

const pointDigits = {
  temperature_2m: 2,
  dewpoint_2m: 2,
  wind_u_10m: 2,
  wind_v_10m: 2,
  precipitation: 3,
  pressure_msl: 2,
} satisfies Partial<Record<keyof PointRow, Digits>>;

const pointRowText = (row: PointRow) => `{"time":"${row.time}"${decimals(row, pointDigits)}}`;

/** Digits after the decimal point. */
export const observationDigits = {
  latitude: 5,
  longitude: 5,
  altitude: 1,
  humidity: 2,
  pressure: 2,
  specific_humidity: 2,
  speed_u: 2,
  speed_v: 2,
  temperature: 2,
} satisfies Partial<Record<keyof ObservationRow, Digits>>;

/** Only the documented keys in their order: clients write them as columns and fail at any other. */
export const observationRowText = (row: ObservationRow) =>
  `{"timestamp":${row.timestamp}${optional('id', row.id)},"time":"${row.time}"` +
  decimals(row, observationDigits) +
  `${optional('mission_name', row.mission_name)},"mission_id":"${row.mission_id}"` +
  `${optional('updated_at', row.updated_at)}}`;

const optional = (name: string, value: string | undefined) =>
  value === undefined ? '' : `,"${name}":"${value}"`;

function decimals<Name extends string>(
  row: Record<NoInfer<Name>, number | null>,
  digits: Record<Name, Digits>,
): string {
  let text = '';
  for (const name in digits) text += `,"${name}":${decimal(row[name], digits[name])}`;
  return text;
}

const scales = [1, 10, 100, 1000, 10_000, 100_000] as const;
type Digits = 1 | 2 | 3 | 4 | 5;

/**
 * The number always has a decimal point, because Python reads -64 as an integer and -64.0 as a float, and a column of
 * integers breaks the exports of the public client. This is faster than toFixed, and never "-0.00".
 */
export function decimal(value: number | null, digits: Digits): string {
  if (value === null) return 'null';
  const scale = scales[digits];
  const scaled = Math.round(Math.abs(value) * scale);
  const whole = Math.floor(scaled / scale);
  const fraction = String(scaled - whole * scale).padStart(digits, '0');
  return `${value < 0 && scaled !== 0 ? '-' : ''}${whole}.${fraction}`;
}

/** Rounds as `decimal` does, so that a row is the same as a number and as text. The result is never -0. */
export function rounded(value: number, digits: Digits): number {
  const scale = scales[digits];
  const size = Math.round(Math.abs(value) * scale) / scale;
  return value < 0 && size !== 0 ? -size : size;
}
