import type { SurfaceVariable } from '../../../api/variables.ts';
import { zeroCelsiusKelvin } from '../../../pictures/sounding/thermodynamics.ts';
import { fillMoistureRow, fillRow, type UpperField } from './atmosphere.ts';
import { groundLevel, type Parallel, type Place } from './geometry.ts';
import { type Ground, groundAlong } from './land.ts';
import { clamp, dryAir } from './planet.ts';
import type { Snapshot } from './snapshot.ts';

/** Fills one surface field along a parallel in Celsius, m/s, hPa, or mm of the hour before. */
export function fillSurfaceRow(
  field: SurfaceVariable,
  snapshot: Snapshot,
  place: Place,
  row: Float64Array,
): void {
  place.ground ??= groundAlong(place.parallel.latitude, place.meridians.longitudes);
  const { ground } = place;
  if (last?.snapshot !== snapshot || last.place !== place) last = new RowsNearGround(snapshot, place, ground);
  const near = last;
  if (field === 'pressure_msl') {
    const geopotential = near.row('geopotential');
    const kelvin = near.row('temperature');
    for (let i = 0; i < row.length; i++) row[i] = seaLevelHpa(geopotential[i]!, kelvin[i]!);
  } else if (field === 'temperature_2m') {
    row.set(near.row('celsius'));
  } else if (field === 'dewpoint_2m') {
    const celsius = near.row('celsius');
    const moisture = near.row('moisture');
    for (let i = 0; i < row.length; i++) {
      row[i] = dewPointCelsius(celsius[i]!, groundHumidity(moisture[i]!, ground.land[i]!));
    }
  } else if (field === 'precipitation') {
    const celsius = near.row('celsius');
    const moisture = near.row('moisture');
    for (let i = 0; i < row.length; i++) row[i] = rainMillimetresPerHour(moisture[i]!, celsius[i]!);
  } else {
    fillWind(field, place.parallel, ground, near.row('wind_u'), near.row('wind_v'), row);
  }
}

/** Pressure where the geopotential is zero, from the 1000 hPa surface down or up. */
function seaLevelHpa(geopotential: number, kelvin: number): number {
  return 1000 * Math.exp(geopotential / (dryAir * kelvin));
}

function groundHumidity(moisture: number, land: number): number {
  return clamp(0.78 - 0.14 * land + 0.35 * (moisture - 0.5), 0.15, 1);
}

/** Friction slows the wind and turns it towards low pressure, over land more than over sea. */
function fillWind(
  field: SurfaceVariable,
  parallel: Parallel,
  ground: Ground,
  eastwards: Float64Array,
  northwards: Float64Array,
  row: Float64Array,
): void {
  const isEastwards = field.startsWith('wind_u');
  const isLow = field.endsWith('_10m');
  const side = Math.tanh(parallel.latitude / 5);
  for (let i = 0; i < row.length; i++) {
    const land = ground.land[i]!;
    const share = isLow ? 0.78 - 0.23 * land : 0.92 - 0.12 * land;
    const angle = side * (isLow ? 0.2 + 0.3 * land : 0.1 + 0.15 * land);
    const along = share * Math.cos(angle);
    const across = share * Math.sin(angle);
    const east = eastwards[i]!;
    const north = northwards[i]!;
    row[i] = isEastwards ? east * along - north * across : east * across + north * along;
  }
}

type RowName = UpperField | 'moisture' | 'celsius';

const seasonCelsius = 9.5;
/** The warmth that the sea releases in winter. */
const mildCelsius = 12;
const lapsePerMetre = 0.0065;
const warmestDayFraction = 15 / 24;

/** The values near the ground that the surface variables of one row share. Each is computed once. */
class RowsNearGround {
  readonly snapshot: Snapshot;
  readonly place: Place;
  readonly #ground: Ground;
  readonly #rows: Partial<Record<RowName, Float64Array>> = {};

  constructor(snapshot: Snapshot, place: Place, ground: Ground) {
    this.snapshot = snapshot;
    this.place = place;
    this.#ground = ground;
  }

  row(name: RowName): Float64Array {
    const known = this.#rows[name];
    if (known) return known;
    const values = new Float64Array(this.place.meridians.longitudes.length);
    this.#rows[name] = values;
    if (name === 'celsius') this.#fillCelsius(values);
    else if (name === 'moisture') fillMoistureRow(this.snapshot, this.place, values);
    else fillRow(name, this.snapshot, groundLevel, this.place, values);
    return values;
  }

  /** Air at 2 m follows the year and the day, more strongly over land, and is colder on mountains. */
  #fillCelsius(values: Float64Array): void {
    const kelvin = this.row('temperature');
    const { season, dayFraction } = this.snapshot;
    const { parallel, meridians } = this.place;
    const { sin, cos } = parallel;
    const winter = sin * Math.cos(season);
    const mild = (mildCelsius * Math.abs(sin) * (Math.abs(sin) + winter)) / 2;
    const turn = 2 * Math.PI * (dayFraction - warmestDayFraction);
    const turnCos = Math.cos(turn);
    const turnSin = Math.sin(turn);
    for (let i = 0; i < kelvin.length; i++) {
      const continent = this.#ground.continent[i]!;
      const day = turnCos * meridians.cos[i]! - turnSin * meridians.sin[i]!;
      values[i] =
        kelvin[i]! -
        zeroCelsiusKelvin +
        mild * (1 - continent) -
        seasonCelsius * winter * continent +
        day * cos * (0.5 + 5 * this.#ground.land[i]!) -
        lapsePerMetre * this.#ground.elevationMetres[i]!;
    }
  }
}

/** The surface variables of a place are computed one after another. */
let last: RowsNearGround | undefined;

// The Magnus formula over water has these constants in Celsius and hPa.
const magnusHpa = 6.112;
const magnusSlope = 17.62;
const magnusCelsius = 243.12;

function saturationHpa(celsius: number): number {
  return magnusHpa * Math.exp((magnusSlope * celsius) / (magnusCelsius + celsius));
}

function dewPointCelsius(celsius: number, relative: number): number {
  const logarithm = Math.log(relative) + (magnusSlope * celsius) / (magnusCelsius + celsius);
  return (magnusCelsius * logarithm) / (magnusSlope - logarithm);
}

/** Relative humidity at a height, from 0.01 to 1. */
export function relativeHumidity(moisture: number, pressureHpa: number): number {
  const height =
    pressureHpa >= 700 ? 1 + (pressureHpa - 700) / 2000 : clamp((pressureHpa - 60) / 640, 0.03, 1);
  return clamp(clamp(moisture, 0.08, 1) * height, 0.01, 1);
}

/** kg of water in a kg of air. */
export function specificHumidity(relative: number, celsius: number, pressureHpa: number): number {
  // Water would boil in the thin warm air high up, so the vapour is limited to a share of the pressure.
  const vapourHpa = Math.min(relative * saturationHpa(celsius), 0.05 * pressureHpa);
  return (0.622 * vapourHpa) / (pressureHpa - 0.378 * vapourHpa);
}

/** Rain falls from columns near saturation, and more of it the warmer the air below is. */
function rainMillimetresPerHour(moisture: number, groundCelsius: number): number {
  const excess = clamp(moisture, 0, 1.15) - 0.71;
  if (excess <= 0) return 0;
  return 8 * excess ** 1.5 * clamp((groundCelsius + 25) / 50, 0.1, 1.1);
}
