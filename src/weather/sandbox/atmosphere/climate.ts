import table from '../tables/climate.json' with { type: 'json' };
import { EarthTable } from './earth-table.ts';
import { continentShares, elevationMetres, landShare, landShares } from './land.ts';
import { radiansPerDegree } from './planet.ts';
import { addWaves, mixedWaves, standingAlong, standingAmplitudes, standingAtX } from './standing-waves.ts';

/** A yearly cycle: the mean, and the parts that follow the cosine and the sine of the season's angle. */
type Cycle = [mean: Float32Array, cos: Float32Array, sin: Float32Array];

/** Everything along a parallel that does not depend on the weather, a value for each meridian. */
export interface Ground {
  land: Float32Array;
  /** By how many kelvin air near the ground is warmer than the mean air of its parallel at the same height. */
  warmth: Cycle;
  /** The logarithm of the mean rain in mm a day. */
  rain: Cycle;
}

/** The height of the ground, which is needed far more often than its climate. */
export interface Terrain {
  elevationMetres: Float32Array;
  highestMetres: number;
}

export function terrainAlong(latitude: number, longitudes: Float64Array): Terrain {
  const metres = fillAlong(elevationMetres, latitude, longitudes);
  return {
    elevationMetres: metres,
    highestMetres: metres.reduce((highest, each) => Math.max(highest, each), 0),
  };
}

function fillAlong(valueAt: typeof landShare, latitude: number, longitudes: Float64Array): Float32Array {
  const values = new Float32Array(longitudes.length);
  for (let i = 0; i < values.length; i++) values[i] = valueAt(latitude, longitudes[i]!);
  return values;
}

export function groundAlong(latitude: number, longitudes: Float64Array): Ground {
  const along = (valueAt: typeof landShare) => fillAlong(valueAt, latitude, longitudes);
  const cycle = (tables: EarthTable[]) =>
    tables.map((each) => along((north, east) => each.at(north, east))) as Cycle;
  climate ??= spreadClimate();
  return {
    land: along(landShare),
    rain: cycle(climate.slice(0, 3)),
    warmth: cycle(climate.slice(3)),
  };
}

/** Three tables for rain and three for warmth, computed once. */
let climate: EarthTable[] | undefined;

type Region = [
  over: string,
  latitude: number,
  longitude: number,
  tall: number,
  wide: number,
  ...amounts: number[],
];

const everyLongitude = 999;

/** The climate is a sum of Gaussian regions; some count only over land, or by how continental it is. */
function spreadClimate(): EarthTable[] {
  const sums = Array.from({ length: 6 }, () => new Float32Array(180 * 360));
  for (const [over, latitude, longitude, tall, wide, ...amounts] of table.regions as Region[]) {
    const shares = over === 'land' ? landShares : over === 'continent' ? continentShares : undefined;
    const alongMeridian = Array.from({ length: 180 }, (_, row) => bell((89.5 - row - latitude) / tall));
    const alongParallel = Array.from({ length: 360 }, (_, column) =>
      wide === everyLongitude ? 1 : bell((((column + 0.5 - longitude + 540) % 360) - 180) / wide),
    );
    for (let row = 0; row < 180; row++) {
      if (alongMeridian[row]! < negligible) continue;
      for (let column = 0; column < 360; column++) {
        const index = row * 360 + column;
        const weight = alongMeridian[row]! * alongParallel[column]! * (shares ? shares[index]! : 1);
        if (weight < negligible) continue;
        for (let field = 0; field < 6; field++) sums[field]![index]! += weight * amounts[field]!;
      }
    }
  }
  leaveOutStandingWaves(sums[3]!, sums[4]!);
  return sums.map((cells) => new EarthTable(cells));
}

/** The air near the ground need not be warmed where standing waves have done so. */
function leaveOutStandingWaves(mean: Float32Array, cosine: Float32Array): void {
  const angles = Array.from({ length: 360 }, (_, column) => (column + 0.5) * radiansPerDegree);
  const meridians = { cos: angles.map(Math.cos), sin: angles.map(Math.sin) };
  const atGround = standingAtX(0).standingKelvin;
  for (let row = 0; row < 180; row++) {
    const { standing } = standingAlong(89.5 - row);
    const [hemisphere, january] = row < 90 ? (['north', 1] as const) : (['south', -1] as const);
    const near = (winter: number) => mixedWaves(standingAmplitudes(hemisphere, winter), standing, atGround);
    const cells = (field: Float32Array) => field.subarray(row * 360, (row + 1) * 360);
    addWaves(near(0), -1, meridians, cells(mean));
    addWaves(near(january), -1, meridians, cells(cosine));
    addWaves(near(0), 1, meridians, cells(cosine));
  }
}

const negligible = 1e-3;
const bell = (distance: number) => Math.exp(-(distance ** 2));
