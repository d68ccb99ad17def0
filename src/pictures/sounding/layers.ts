import { DRY_AIR, GRAVITY, KELVIN } from './constants.ts';
import { keepFalling } from './falling.ts';
import type { Tally } from './left-out.ts';
import { DOUBTFUL_CELSIUS, type Layer, type Level } from './levels.ts';
import { fillPressure } from './missing-pressure.ts';
import type { CheckedRow } from './rows.ts';
import { dewPointCelsius, saturationHpa } from './saturation.ts';
import { standardKelvin } from './standard-atmosphere.ts';

const LAYER_METRES = 100;
/** No instrument tells drier air from dry air. */
const HUMIDITY_LEAST_PERCENT = 0.01;
/** There is nowhere more vapour in the air than this share of it. */
const VAPOUR_SHARE_MAX = 0.1;

/** From the lowest to the highest, pressure falling from each to the next. */
export function layersOf(rows: readonly CheckedRow[], tally: Tally): Level[] {
  const byHeight = new Map<number, CheckedRow[]>();
  for (const row of rows) {
    const number = Math.floor(row.altitudeMetres / LAYER_METRES);
    const layer = byHeight.get(number);
    if (layer) layer.push(row);
    else byHeight.set(number, [row]);
  }
  const layers = [...byHeight.entries()]
    .sort(([one], [other]) => one - other)
    .map(([, own]) => meanOf(own))
    .filter(({ celsius, wind }) => celsius !== null || wind !== null);
  const filled = fillPressure(withFallingPressure(layers, tally));
  // Again, for layers so near to each other that their filled pressures are the same.
  return withFallingPressure(filled, tally).map((level) => withDewPoint(level, tally));
}

function meanOf(rows: readonly CheckedRow[]): Layer {
  const altitudeMetres = mean(rows.map((row) => row.altitudeMetres))!;
  const celsius = mean(rows.map((row) => row.celsius));
  const u = mean(rows.map((row) => row.wind?.u ?? null));
  const v = mean(rows.map((row) => row.wind?.v ?? null));
  return {
    timeSeconds: mean(rows.map((row) => row.timeSeconds))!,
    place: rows[rows.length >> 1]!.place,
    altitudeMetres,
    pressureHpa: meanPressure(rows, altitudeMetres, celsius),
    celsius,
    humidityPercent: mean(rows.map((row) => row.humidityPercent)),
    isDewPointDoubtful: celsius !== null && celsius < DOUBTFUL_CELSIUS,
    wind: u !== null && v !== null ? { u, v } : null,
    rows: rows.length,
  };
}

/** Where only some rows have a pressure, their mean height is not that of the layer: brought to it. */
function meanPressure(
  rows: readonly CheckedRow[],
  altitudeMetres: number,
  celsius: number | null,
): number | null {
  const known = rows.filter(({ pressureHpa }) => pressureHpa !== null);
  const pressureHpa = mean(known.map((row) => row.pressureHpa));
  if (pressureHpa === null) return null;
  const higherMetres = altitudeMetres - mean(known.map((row) => row.altitudeMetres))!;
  const kelvin = celsius === null ? standardKelvin(altitudeMetres) : celsius + KELVIN;
  return pressureHpa * Math.exp((-GRAVITY * higherMetres) / (DRY_AIR * kelvin));
}

function mean(values: readonly (number | null)[]): number | null {
  let sum = 0;
  let count = 0;
  for (const value of values) {
    if (value === null) continue;
    sum += value;
    count++;
  }
  return count === 0 ? null : sum / count;
}

/** Leaves out as few layers as possible: one wrong pressure at the bottom must not cost all those above. */
function withFallingPressure<Some extends Pick<Layer, 'pressureHpa' | 'rows'>>(
  layers: readonly Some[],
  tally: Tally,
): Some[] {
  const measured = layers.filter(({ pressureHpa }) => pressureHpa !== null);
  const falling = new Set(keepFalling(measured, ({ pressureHpa }) => pressureHpa!));
  const kept = layers.filter((layer) => layer.pressureHpa === null || falling.has(layer));
  const rowsIn = (some: readonly Some[]) => some.reduce((sum, { rows }) => sum + rows, 0);
  tally.add('pressure does not fall with height', rowsIn(layers) - rowsIn(kept));
  return kept;
}

function withDewPoint(level: Omit<Level, 'dewPointCelsius'>, tally: Tally): Level {
  const { celsius, humidityPercent, pressureHpa, rows } = level;
  if (celsius === null || humidityPercent === null) return { ...level, dewPointCelsius: null };
  const relative = Math.max(HUMIDITY_LEAST_PERCENT, Math.min(100, humidityPercent)) / 100;
  const vapour = relative * saturationHpa(celsius);
  if (vapour > VAPOUR_SHARE_MAX * pressureHpa) {
    tally.add('impossible humidity', rows);
    return { ...level, humidityPercent: null, dewPointCelsius: null };
  }
  return { ...level, dewPointCelsius: Math.min(celsius, dewPointCelsius(vapour)) };
}
