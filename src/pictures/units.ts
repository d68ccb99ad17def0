import { formatCount, formatFixed, formatSigned, windDirection } from './format.ts';
import type { NamedLevel } from './sounding/levels.ts';

/** The units of a picture and its texts. In `hpa`, levels are named by pressure, and heights are in km. */
export interface Units {
  wind: 'ms' | 'kt';
  heights: 'hpa' | 'km' | 'ft';
  temperature: 'c' | 'f';
}

export const defaultUnits: Units = { wind: 'ms', heights: 'km', temperature: 'c' };

export const knotsOf = (metresPerSecond: number) => metresPerSecond * 1.943844;
export const feetOf = (metres: number) => metres / 0.3048;
const fahrenheitOf = (celsius: number) => celsius * 1.8 + 32;

export const speedUnit = ({ wind }: Pick<Units, 'wind'>) => (wind === 'kt' ? 'kt' : 'm/s');

/** "23 m/s" or "45 kt" */
export const formatSpeed = (metresPerSecond: number, units: Pick<Units, 'wind'>) =>
  `${Math.round(units.wind === 'kt' ? knotsOf(metresPerSecond) : metresPerSecond)} ${speedUnit(units)}`;

/** "240° 23 m/s" */
export const formatWindVector = (wind: { u: number; v: number }, units: Pick<Units, 'wind'>) =>
  `${windDirection(wind)}° ${formatSpeed(Math.hypot(wind.u, wind.v), units)}`;

/** "8.4 km" or "27,700 ft" */
export const formatHeight = (metres: number, { heights }: Pick<Units, 'heights'>) =>
  heights === 'ft'
    ? `${formatCount(Math.round(feetOf(metres) / 100) * 100)} ft`
    : `${(metres / 1000).toFixed(1)} km`;

/** "0.1–15.8 km" or "300–51,800 ft" */
export const formatHeightRange = (fromMetres: number, toMetres: number, units: Pick<Units, 'heights'>) =>
  `${formatHeight(fromMetres, units).replace(/ (km|ft)$/, '')}–${formatHeight(toMetres, units)}`;

const heightMark = /\{(-?\d+\.\d)\}(?:–\{(-?\d+\.\d)\})?/g;

/** Puts the measured heights of a sentence of `sounding/` into the unit: "{4012.3}" becomes "4.0 km". */
export const withHeights = (sentence: string, units: Pick<Units, 'heights'>) =>
  sentence.replaceAll(heightMark, (_, from: string, to: string | undefined) =>
    to === undefined ? formatHeight(Number(from), units) : formatHeightRange(Number(from), Number(to), units),
  );

export const temperatureUnit = ({ temperature }: Pick<Units, 'temperature'>) =>
  temperature === 'f' ? '°F' : '°C';

/** "−41.2 °C" or "−42 °F" */
export const formatTemperature = (celsius: number, units: Pick<Units, 'temperature'>, decimals = 0) =>
  `${formatSigned(formatFixed(temperatureIn(celsius, units), decimals))} ${temperatureUnit(units)}`;

export const temperatureIn = (celsius: number, { temperature }: Pick<Units, 'temperature'>) =>
  temperature === 'f' ? fahrenheitOf(celsius) : celsius;

/** "912 hPa, 1.0 km above sea level"; the chosen unit comes first. */
export function formatLevel(
  { pressureHpa, altitudeMetres }: Pick<NamedLevel, 'pressureHpa' | 'altitudeMetres'>,
  units: Units,
) {
  const parts = [`${Math.round(pressureHpa)} hPa`, `${formatHeight(altitudeMetres, units)} above sea level`];
  return (units.heights === 'hpa' ? parts : parts.reverse()).join(', ');
}
