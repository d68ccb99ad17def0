import { clamp } from '../../../pictures/sounding/math.ts';
import { gravity, zeroCelsiusKelvin } from '../../../pictures/sounding/thermodynamics.ts';
import { type Ground, groundAlong, type Terrain, terrainAlong } from './climate.ts';
import { fillFreeRow, fillMeanKelvin, type UpperField } from './free-atmosphere.ts';
import { groundLevel, levelAtX, type Place } from './geometry.ts';
import {
  climateHumidity,
  climateMoistness,
  convectiveHumidity,
  groundHumidity,
  rainApproach,
  rainThreshold,
} from './humidity.ts';
import { dryAir } from './planet.ts';
import type { Snapshot } from './snapshot.ts';
import { fillWetnessRow } from './wetness.ts';

const lapsePerMetre = 0.006;
/** The sea takes this share of what the weather warms or cools the air above it. */
const seaShare = 0.5;
const warmestDayFraction = 15 / 24;
/** A level above most of the ground. Temperature at the ground is interpolated between it and 1000 hPa. */
const aboveGround = levelAtX(0.5);

// Cold air lies in a shallow layer. Warm air rises, so that its layer is deep enough to keep the fall of temperature
// with height below that of rising dry air. Where the free atmosphere is as warm as in the tropics, showers mix as deep
// a layer.
export const minLayerDepth = 0.15;
const depthPerKelvin = 0.03;
const maxWarmth = 15;
const showerKelvin = 296;
export const maxLayerDepth = minLayerDepth + depthPerKelvin * maxWarmth;
const layerDepth = (warmth: number, freeKelvin: number) =>
  minLayerDepth + depthPerKelvin * clamp(Math.max(warmth, freeKelvin - showerKelvin), 0, maxWarmth);

/** The air near the ground along a parallel, a value for each meridian. */
const rowNames = [
  'freeGeopotential',
  'freeKelvin',
  'kelvinAbove',
  'meanKelvin',
  'freeEast',
  'freeNorth',
  'windEast',
  'windNorth',
  'groundX',
  'logRain',
  'moistness',
  'dayKelvin',
  'warmth',
  'depth',
  'celsius',
  'wetness',
  'threshold',
  'approach',
  'climateHumidity',
  'humidity',
] as const;
type Rows = Record<(typeof rowNames)[number], Float64Array>;
type Part = 'free' | 'warmth' | 'humidity' | 'wind';

/** Each part is computed when it is first needed, once for all the variables of a place. */
export class AirNearGround {
  readonly width: number;
  readonly #rows: Rows;
  readonly #computed: Record<Part, boolean> = { free: false, warmth: false, humidity: false, wind: false };
  #snapshot!: Snapshot;
  #place!: Place;

  constructor(width: number) {
    this.width = width;
    this.#rows = Object.fromEntries(
      rowNames.map((name) => [name, new Float64Array(width)]),
    ) as unknown as Rows;
  }

  isAt(snapshot: Snapshot, place: Place): boolean {
    return this.#snapshot === snapshot && this.#place === place;
  }

  /** The arrays are used again, because creating them takes longer than filling them for a single meridian. */
  moveTo(snapshot: Snapshot, place: Place): void {
    this.#snapshot = snapshot;
    this.#place = place;
    for (const part of parts) this.#computed[part] = false;
  }

  /** Geopotential and temperature of the free atmosphere at 1000 hPa. */
  withFree(): Rows {
    if (this.#isNew('free')) {
      this.#fillFree('geopotential', this.#rows.freeGeopotential);
      this.#fillFree('temperature', this.#rows.freeKelvin);
    }
    return this.#rows;
  }

  withWarmth(): Rows {
    if (this.#isNew('warmth')) this.#fillWarmth(groundOf(this.#place), this.withFree());
    return this.#rows;
  }

  withHumidity(): Rows {
    if (this.#isNew('humidity')) this.#fillHumidity(groundOf(this.#place), this.withWarmth());
    return this.#rows;
  }

  withWind(): Rows {
    if (this.#isNew('wind')) this.#fillWind(groundOf(this.#place), this.#rows);
    return this.#rows;
  }

  #isNew(part: Part): boolean {
    const isNew = !this.#computed[part];
    this.#computed[part] = true;
    return isNew;
  }

  #fillFree(field: UpperField, row: Float64Array): void {
    fillFreeRow(field, this.#snapshot, groundLevel, this.#place, row);
  }

  /** Air at 2 m follows the climate of the place and the day over dry land, and the water over seas. */
  #fillWarmth({ land, warmth, rain }: Ground, rows: Rows): void {
    const { elevationMetres } = terrainOf(this.#place);
    const { season, dayFraction } = this.#snapshot;
    const { meridians, parallel } = this.#place;
    const { freeGeopotential, freeKelvin, kelvinAbove, meanKelvin } = rows;
    fillMeanKelvin(this.#snapshot, groundLevel, this.#place, meanKelvin);
    fillFreeRow('temperature', this.#snapshot, aboveGround, this.#place, kelvinAbove);
    const [seasonCos, seasonSin] = [Math.cos(season), Math.sin(season)];
    const turn = 2 * Math.PI * (dayFraction - warmestDayFraction);
    const [turnCos, turnSin] = [Math.cos(turn), Math.sin(turn)];
    for (let i = 0; i < this.width; i++) {
      const kelvin = freeKelvin[i]!;
      const lapse = (kelvinAbove[i]! - kelvin) / aboveGround.x;
      const metres = elevationMetres[i]! - freeGeopotential[i]! / gravity;
      const freeX = ((gravity * metres) / (dryAir * kelvin)) * (1 + (lapsePerMetre * metres) / (2 * kelvin));
      const mean = warmth[0][i]! + warmth[1][i]! * seasonCos + warmth[2][i]! * seasonSin;
      const logRain = rain[0][i]! + rain[1][i]! * seasonCos + rain[2][i]! * seasonSin;
      const meanCelsius = kelvin + lapse * freeX + mean - zeroCelsiusKelvin;
      const moistness = climateMoistness(Math.exp(logRain), meanCelsius);
      const sun = turnCos * meridians.cos[i]! - turnSin * meridians.sin[i]!;
      const day = sun * parallel.cos * (0.5 + land[i]! * (7.5 - 4.5 * moistness));
      const fromSea = (meanKelvin[i]! - kelvin) * seaShare * (1 - land[i]!);
      const added = mean + day + fromSea;
      const depth = layerDepth(added, kelvin);
      // Warm air is thick, so that less pressure is left above the ground than in the free atmosphere.
      const groundX = freeX + (added * depth) / 2 / kelvin;
      rows.groundX[i] = groundX;
      rows.logRain[i] = logRain;
      rows.moistness[i] = moistness;
      rows.dayKelvin[i] = day;
      rows.warmth[i] = added;
      rows.depth[i] = depth;
      rows.celsius[i] = kelvin + lapse * groundX + added - zeroCelsiusKelvin;
    }
  }

  #fillHumidity({ land }: Ground, rows: Rows): void {
    fillWetnessRow(this.#snapshot, this.#place, rows.wetness);
    for (let i = 0; i < this.width; i++) {
      const threshold = rainThreshold(rows.logRain[i]!);
      const approach = rainApproach(rows.wetness[i]!, threshold);
      const climate = climateHumidity(rows.moistness[i]!, land[i]!);
      rows.threshold[i] = threshold;
      rows.approach[i] = approach;
      rows.climateHumidity[i] = climate;
      const lapse = (rows.kelvinAbove[i]! - rows.freeKelvin[i]!) / aboveGround.x;
      const most = convectiveHumidity(rows.celsius[i]!, rows.groundX[i]!, rows.freeKelvin[i]!, lapse);
      rows.humidity[i] = groundHumidity(climate, approach, rows.dayKelvin[i]!, most);
    }
  }

  /** Friction slows the wind and turns it towards low pressure, over land more than over sea. */
  #fillWind({ land }: Ground, { freeEast, freeNorth, windEast, windNorth }: Rows): void {
    this.#fillFree('wind_u', freeEast);
    this.#fillFree('wind_v', freeNorth);
    const side = Math.tanh(this.#place.parallel.latitude / 5);
    for (let i = 0; i < this.width; i++) {
      const share = 0.78 - 0.23 * land[i]!;
      const angle = side * (0.2 + 0.3 * land[i]!);
      const along = share * Math.cos(angle);
      const across = share * Math.sin(angle);
      windEast[i] = freeEast[i]! * along - freeNorth[i]! * across;
      windNorth[i] = freeEast[i]! * across + freeNorth[i]! * along;
    }
  }
}

const parts: Part[] = ['free', 'warmth', 'humidity', 'wind'];

// Points and grids are computed in turns, so that each has its own.
let atPoint: AirNearGround | undefined;
let alongRow: AirNearGround | undefined;

/** The result is valid until the next call for another place or moment. */
export function airNearGround(snapshot: Snapshot, place: Place): AirNearGround {
  const width = place.meridians.longitudes.length;
  const known = width === 1 ? atPoint : alongRow;
  const air = known?.width === width ? known : new AirNearGround(width);
  if (width === 1) atPoint = air;
  else alongRow = air;
  if (!air.isAt(snapshot, place)) air.moveTo(snapshot, place);
  return air;
}

export function terrainOf(place: Place): Terrain {
  place.terrain ??= terrainAlong(place.parallel.latitude, place.meridians.longitudes);
  return place.terrain;
}

function groundOf(place: Place): Ground {
  place.ground ??= groundAlong(place.parallel.latitude, place.meridians.longitudes);
  return place.ground;
}
