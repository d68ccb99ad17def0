import type { Coordinates } from '../../api/data-api.ts';
import { clamp, consecutivePairs, interpolate, sum } from './math.ts';
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
  position: Coordinates | null;
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

export type WarmthLevel = Level & { celsius: number };

export const hasTemperature = (level: Level): level is WarmthLevel => level.celsius !== null;

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
export const maxGapMetres = 2000;

export interface Gap {
  fromMetres: number;
  toMetres: number;
}

/** The first gap that is too wide to be interpolated. */
export function findGap(levels: readonly { altitudeMetres: number }[]): Gap | undefined {
  for (const [{ altitudeMetres: fromMetres }, { altitudeMetres: toMetres }] of consecutivePairs(levels))
    if (toMetres - fromMetres > maxGapMetres) return { fromMetres, toMetres };
  return undefined;
}

type Height = Pick<NamedLevel, 'pressureHpa' | 'altitudeMetres'>;

/** Between two levels, pressure falls exponentially with height. */
export const heightBetween = (below: Height, above: Height, part: number): Height => ({
  pressureHpa: below.pressureHpa * (above.pressureHpa / below.pressureHpa) ** part,
  altitudeMetres: interpolate(below.altitudeMetres, above.altitudeMetres, part),
});

/** The levels below and above a pressure, and how far it is from the lower one in ln p. Undefined outside of the levels. */
export function levelsAround<Some extends { pressureHpa: number }>(
  levels: readonly Some[],
  pressureHpa: number,
): { below: Some; above: Some; part: number } | undefined {
  const index = levels.findIndex((each) => each.pressureHpa <= pressureHpa);
  const [above, below] = [levels[index], levels[index - 1]];
  if (!above) return undefined;
  if (!below) return above.pressureHpa === pressureHpa ? { below: above, above, part: 0 } : undefined;
  const part = Math.log(pressureHpa / below.pressureHpa) / Math.log(above.pressureHpa / below.pressureHpa);
  return { below, above, part };
}

const layerDepthMetres = 100;
/** No instrument can measure drier air. */
const minHumidityPercent = 0.01;
/** Air never holds more vapour than this share of its pressure. */
const maxVapourShare = 0.1;

/** Levels are ordered from lowest to highest, with decreasing pressure. */
export function levelsFrom(rows: readonly CheckedRow[], rejections: RejectionCounts): Level[] {
  const byHeight = Map.groupBy(rows, (row) => Math.floor(row.altitudeMetres / layerDepthMetres));
  const layers = [...byHeight]
    .sort(([one], [other]) => one - other)
    .map(([, own]) => meanOf(own))
    .filter(({ celsius, wind }) => celsius !== null || wind !== null);
  const filled = fillPressure(withFallingPressure(layers, rejections));
  // The second pass removes neighbours that got the same computed pressure.
  return withFallingPressure(filled, rejections).map((level) => withDewPoint(level, rejections));
}

function meanOf(rows: readonly CheckedRow[]): Layer {
  const altitudeMetres = average(rows.map((row) => row.altitudeMetres));
  const celsius = mean(rows.map((row) => row.celsius));
  const u = mean(rows.map((row) => row.wind?.u ?? null));
  const v = mean(rows.map((row) => row.wind?.v ?? null));
  return {
    timeSeconds: average(rows.map((row) => row.timeSeconds)),
    position: rows[rows.length >> 1]?.position ?? null,
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
  const higherMetres = altitudeMetres - average(known.map((row) => row.altitudeMetres));
  const kelvin = celsius === null ? standardKelvin(altitudeMetres) : celsius + zeroCelsiusKelvin;
  return pressureHpa * Math.exp((-gravity * higherMetres) / (dryAirGasConstant * kelvin));
}

function mean(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : average(known);
}

const average = (values: readonly number[]) => sum(values) / values.length;

/** Rejects as few layers as possible, so that one wrong pressure at the bottom doesn't cost all layers above it. */
function withFallingPressure<Some extends Pick<Layer, 'pressureHpa' | 'rows'>>(
  layers: readonly Some[],
  rejections: RejectionCounts,
): Some[] {
  const measured = layers.flatMap((layer) =>
    layer.pressureHpa === null ? [] : [{ layer, pressureHpa: layer.pressureHpa }],
  );
  const falling = new Set(
    longestDecreasing(measured, ({ pressureHpa }) => pressureHpa).map(({ layer }) => layer),
  );
  const kept = layers.filter((layer) => layer.pressureHpa === null || falling.has(layer));
  const rowsIn = (some: readonly Some[]) => sum(some.map(({ rows }) => rows));
  rejections.add('pressure does not fall with height', rowsIn(layers) - rowsIn(kept));
  return kept;
}

function withDewPoint(level: Omit<Level, 'dewPointCelsius'>, rejections: RejectionCounts): Level {
  const { celsius, humidityPercent, pressureHpa, rows } = level;
  if (celsius === null || humidityPercent === null) return { ...level, dewPointCelsius: null };
  const relative = clamp(humidityPercent, minHumidityPercent, 100) / 100;
  const vapour = relative * saturationHpa(celsius);
  if (vapour > maxVapourShare * pressureHpa) {
    rejections.add('impossible humidity', rows);
    return { ...level, humidityPercent: null, dewPointCelsius: null };
  }
  return { ...level, dewPointCelsius: Math.min(celsius, dewPointCelsius(vapour)) };
}

interface Link<Item> {
  item: Item;
  before: Link<Item> | undefined;
}

/** The longest subsequence of items with strictly decreasing values. */
export function longestDecreasing<Item>(items: readonly Item[], value: (item: Item) => number): Item[] {
  /** The last item of the best subsequence of each length, linked to the items before it. */
  const ends: Link<Item>[] = [];
  for (const item of items) {
    const found = ends.findIndex((end) => value(end.item) <= value(item));
    const index = found < 0 ? ends.length : found;
    ends[index] = { item, before: ends[index - 1] };
  }
  const kept: Item[] = [];
  for (let link = ends.at(-1); link; link = link.before) kept.push(link.item);
  return kept.reverse();
}

/**
 * Gives every layer a pressure. A missing one follows hydrostatically from the nearest measured layers and the leg's
 * own temperatures. Only a leg without any pressure gets that of the standard atmosphere.
 */
function fillPressure(layers: readonly Layer[]): Omit<Level, 'dewPointCelsius'>[] {
  const drops = layersWithDrops(layers);
  const known = drops.flatMap(({ layer: { pressureHpa }, drop }) =>
    pressureHpa === null ? [] : [{ drop, logarithm: Math.log(pressureHpa) }],
  );
  return drops.map(({ layer, drop }) => {
    const { pressureHpa, altitudeMetres } = layer;
    if (pressureHpa !== null) return { ...layer, pressureHpa, pressureFrom: 'measurement' };
    const below = known.findLast((other) => other.drop < drop);
    const above = known.find((other) => other.drop > drop);
    const nearest = below ?? above;
    if (!nearest)
      return { ...layer, pressureHpa: standardHpa(altitudeMetres), pressureFrom: 'standard atmosphere' };
    const logarithm =
      below && above
        ? interpolate(below.logarithm, above.logarithm, (drop - below.drop) / (above.drop - below.drop))
        : nearest.logarithm - (drop - nearest.drop);
    return { ...layer, pressureHpa: Math.exp(logarithm), pressureFrom: 'height' };
  });
}

/** Each layer with the drop of ln p to it from the lowest layer. */
function layersWithDrops(layers: readonly Layer[]) {
  let drop = 0;
  return layers.map((layer, index) => {
    const below = layers[index - 1];
    if (below) {
      const kelvin = (virtualKelvinOf(below) + virtualKelvinOf(layer)) / 2;
      drop += (gravity * (layer.altitudeMetres - below.altitudeMetres)) / (dryAirGasConstant * kelvin);
    }
    return { layer, drop };
  });
}

function virtualKelvinOf({ altitudeMetres, pressureHpa, celsius, humidityPercent }: Layer): number {
  if (celsius === null) return standardKelvin(altitudeMetres);
  const airHpa = pressureHpa ?? standardHpa(altitudeMetres);
  const vapour = Math.min(((humidityPercent ?? 0) / 100) * saturationHpa(celsius), airHpa / 10);
  return virtualKelvin(celsius + zeroCelsiusKelvin, mixingRatio(vapour, airHpa));
}
