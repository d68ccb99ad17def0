import type { CheckedRow, RejectionCounts } from './rows.ts';
import {
  dewPointCelsius,
  dryAirGasConstant,
  gravity,
  mixingRatio,
  saturationHpa,
  standardHpa,
  standardKelvin,
  virtualKelvin,
  zeroCelsiusKelvin,
} from './thermodynamics.ts';

/** The mean of all rows in a layer of 100 m. */
export interface Level {
  timeSeconds: number;
  position: { latitude: number; longitude: number } | null;
  /** Geopotential height above sea level. */
  altitudeMetres: number;
  pressureHpa: number;
  /** A missing pressure is computed from heights and temperatures, or taken from the standard atmosphere. */
  pressureFrom: 'measurement' | 'height' | 'standard atmosphere';
  celsius: number | null;
  /** Relative humidity over water, at every temperature. */
  humidityPercent: number | null;
  dewPointCelsius: number | null;
  /** True if it is so cold that humidity sensors read too dry. */
  isDewPointDoubtful: boolean;
  wind: { u: number; v: number } | null;
  /** The number of rows in the layer. */
  rows: number;
}

/** A level that an index names, such as the tropopause. */
export interface NamedLevel {
  pressureHpa: number;
  altitudeMetres: number;
  celsius: number;
}

/** A level whose pressure may still be missing. */
type Layer = Omit<Level, 'pressureHpa' | 'pressureFrom' | 'dewPointCelsius'> & {
  pressureHpa: number | null;
};

/** Cold sensors lag and read too dry, by a factor of 1.3 at −35 °C and of 2 at −60 °C. */
export const doubtfulBelowCelsius = -40;

/** A wider gap is not interpolated. */
const maxGapMetres = 2000;

export interface Gap {
  fromMetres: number;
  toMetres: number;
}

/** The first gap that is too wide to be interpolated. */
export function findGap(levels: readonly { altitudeMetres: number }[]): Gap | undefined {
  for (let index = 1; index < levels.length; index++) {
    const [from, to] = [levels[index - 1]!, levels[index]!];
    if (to.altitudeMetres - from.altitudeMetres > maxGapMetres)
      return { fromMetres: from.altitudeMetres, toMetres: to.altitudeMetres };
  }
  return undefined;
}

export const interpolate = (from: number, to: number, part: number) => from + (to - from) * part;

const layerDepthMetres = 100;
/** No instrument can measure drier air. */
const minHumidityPercent = 0.01;
/** Air never holds more vapour than this share of its pressure. */
const maxVapourShare = 0.1;

/** Levels are ordered from lowest to highest, with decreasing pressure. */
export function levelsFrom(rows: readonly CheckedRow[], rejections: RejectionCounts): Level[] {
  const byHeight = new Map<number, CheckedRow[]>();
  for (const row of rows) {
    const number = Math.floor(row.altitudeMetres / layerDepthMetres);
    const layer = byHeight.get(number);
    if (layer) layer.push(row);
    else byHeight.set(number, [row]);
  }
  const layers = [...byHeight.entries()]
    .sort(([one], [other]) => one - other)
    .map(([, own]) => meanOf(own))
    .filter(({ celsius, wind }) => celsius !== null || wind !== null);
  const filled = fillPressure(withFallingPressure(layers, rejections));
  // The second pass removes neighbours that got the same computed pressure.
  return withFallingPressure(filled, rejections).map((level) => withDewPoint(level, rejections));
}

function meanOf(rows: readonly CheckedRow[]): Layer {
  const altitudeMetres = mean(rows.map((row) => row.altitudeMetres))!;
  const celsius = mean(rows.map((row) => row.celsius));
  const u = mean(rows.map((row) => row.wind?.u ?? null));
  const v = mean(rows.map((row) => row.wind?.v ?? null));
  return {
    timeSeconds: mean(rows.map((row) => row.timeSeconds))!,
    position: rows[rows.length >> 1]!.position,
    altitudeMetres,
    pressureHpa: meanPressure(rows, altitudeMetres, celsius),
    celsius,
    humidityPercent: mean(rows.map((row) => row.humidityPercent)),
    isDewPointDoubtful: celsius !== null && celsius < doubtfulBelowCelsius,
    wind: u !== null && v !== null ? { u, v } : null,
    rows: rows.length,
  };
}

/**
 * If only some rows have a pressure, their mean height differs from that of the layer, so the pressure is corrected.
 */
function meanPressure(
  rows: readonly CheckedRow[],
  altitudeMetres: number,
  celsius: number | null,
): number | null {
  const known = rows.filter(({ pressureHpa }) => pressureHpa !== null);
  const pressureHpa = mean(known.map((row) => row.pressureHpa));
  if (pressureHpa === null) return null;
  const higherMetres = altitudeMetres - mean(known.map((row) => row.altitudeMetres))!;
  const kelvin = celsius === null ? standardKelvin(altitudeMetres) : celsius + zeroCelsiusKelvin;
  return pressureHpa * Math.exp((-gravity * higherMetres) / (dryAirGasConstant * kelvin));
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

/** Rejects as few layers as possible, so that one wrong pressure at the bottom doesn't cost all layers above it. */
function withFallingPressure<Some extends Pick<Layer, 'pressureHpa' | 'rows'>>(
  layers: readonly Some[],
  rejections: RejectionCounts,
): Some[] {
  const measured = layers.filter(({ pressureHpa }) => pressureHpa !== null);
  const falling = new Set(longestDecreasing(measured, ({ pressureHpa }) => pressureHpa!));
  const kept = layers.filter((layer) => layer.pressureHpa === null || falling.has(layer));
  const rowsIn = (some: readonly Some[]) => some.reduce((sum, { rows }) => sum + rows, 0);
  rejections.add('pressure does not fall with height', rowsIn(layers) - rowsIn(kept));
  return kept;
}

function withDewPoint(level: Omit<Level, 'dewPointCelsius'>, rejections: RejectionCounts): Level {
  const { celsius, humidityPercent, pressureHpa, rows } = level;
  if (celsius === null || humidityPercent === null) return { ...level, dewPointCelsius: null };
  const relative = Math.max(minHumidityPercent, Math.min(100, humidityPercent)) / 100;
  const vapour = relative * saturationHpa(celsius);
  if (vapour > maxVapourShare * pressureHpa) {
    rejections.add('impossible humidity', rows);
    return { ...level, humidityPercent: null, dewPointCelsius: null };
  }
  return { ...level, dewPointCelsius: Math.min(celsius, dewPointCelsius(vapour)) };
}

/** The longest subsequence of items with strictly decreasing values. */
export function longestDecreasing<Item>(items: readonly Item[], value: (item: Item) => number): Item[] {
  /** The index of the last item of the best subsequence of each length. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [index, item] of items.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (value(items[ends[middle]!]!) > value(item)) low = middle + 1;
      else high = middle;
    }
    before.push(ends[low - 1]);
    ends[low] = index;
  }
  const kept: Item[] = [];
  for (let index = ends.at(-1); index !== undefined; index = before[index]) kept.push(items[index]!);
  return kept.reverse();
}

/**
 * Gives every layer a pressure. A missing one follows hydrostatically from the nearest measured layers and the leg's own
 * temperatures. Only a leg without any pressure gets that of the standard atmosphere.
 */
function fillPressure(layers: readonly Layer[]): Omit<Level, 'dewPointCelsius'>[] {
  const known = layers.flatMap(({ pressureHpa }, index) => (pressureHpa === null ? [] : [index]));
  const depths = logPressureDrops(layers);
  return layers.map((layer, index) => {
    if (layer.pressureHpa !== null)
      return { ...layer, pressureHpa: layer.pressureHpa, pressureFrom: 'measurement' };
    const below = known.findLast((other) => other < index);
    const above = known.find((other) => other > index);
    const nearest = below ?? above;
    if (nearest === undefined)
      return {
        ...layer,
        pressureHpa: standardHpa(layer.altitudeMetres),
        pressureFrom: 'standard atmosphere',
      };
    const logarithmAt = (other: number) => Math.log(layers[other]!.pressureHpa!);
    const logarithm =
      below !== undefined && above !== undefined
        ? interpolate(
            logarithmAt(below),
            logarithmAt(above),
            (depths[index]! - depths[below]!) / (depths[above]! - depths[below]!),
          )
        : logarithmAt(nearest) - (depths[index]! - depths[nearest]!);
    return { ...layer, pressureHpa: Math.exp(logarithm), pressureFrom: 'height' };
  });
}

/** The drop of ln p from the lowest layer to each layer. */
function logPressureDrops(layers: readonly Layer[]): number[] {
  let depth = 0;
  return layers.map((layer, index) => {
    const below = layers[index - 1];
    if (below) {
      const kelvin = (virtualKelvinOf(below) + virtualKelvinOf(layer)) / 2;
      depth += (gravity * (layer.altitudeMetres - below.altitudeMetres)) / (dryAirGasConstant * kelvin);
    }
    return depth;
  });
}

function virtualKelvinOf({ altitudeMetres, pressureHpa, celsius, humidityPercent }: Layer): number {
  if (celsius === null) return standardKelvin(altitudeMetres);
  const airHpa = pressureHpa ?? standardHpa(altitudeMetres);
  const vapour = Math.min(((humidityPercent ?? 0) / 100) * saturationHpa(celsius), airHpa / 10);
  return virtualKelvin(celsius + zeroCelsiusKelvin, mixingRatio(vapour, airHpa));
}
