import { LruCache } from '../../../platform/lru-cache.ts';
import { fillMoistureRow, fillRow, type UpperField } from './atmosphere.ts';
import type { Meridians, Parallel } from './geometry.ts';
import { continentShare, elevationMetres, landShare } from './land.ts';
import { groundLevel } from './levels.ts';
import { zeroCelsiusKelvin } from './planet.ts';
import type { Snapshot } from './snapshot.ts';

/** The ground along a parallel, a value for each meridian. */
export interface Ground {
  land: Float32Array;
  continent: Float32Array;
  elevationMetres: Float32Array;
}

export function groundAlong({ latitude }: Parallel, { longitudes }: Meridians): Ground {
  const row = () => new Float32Array(longitudes.length);
  const ground: Ground = { land: row(), continent: row(), elevationMetres: row() };
  for (let i = 0; i < longitudes.length; i++) {
    ground.land[i] = landShare(latitude, longitudes[i]!);
    ground.continent[i] = continentShare(latitude, longitudes[i]!);
    ground.elevationMetres[i] = elevationMetres(latitude, longitudes[i]!);
  }
  return ground;
}

/** What the surface fields of one row have in common, each computed when first asked for. */
interface RowsNearGround {
  geopotential(): Float64Array;
  kelvin(): Float64Array;
  celsius(): Float64Array;
  windU(): Float64Array;
  windV(): Float64Array;
  moisture(): Float64Array;
}

type RowName = keyof RowsNearGround;

/** Of how many longitudes a row is: a workspace for each, used again for the next row. Grids have three widths. */
const workspaces = new LruCache<number, Workspace>(8);

export function rowsNearGround(
  snapshot: Snapshot,
  parallel: Parallel,
  meridians: Meridians,
  ground: Ground,
): RowsNearGround {
  const width = meridians.longitudes.length;
  const workspace = workspaces.getOrCreate(width, () => new Workspace(width));
  workspace.moveTo(snapshot, parallel, meridians, ground);
  return workspace;
}

const seasonCelsius = 9.5;
/** What the sea gives back in winter. */
const mildCelsius = 12;
const lapsePerMetre = 0.0065;
const warmestDayFraction = 15 / 24;

class Workspace implements RowsNearGround {
  readonly #rows: Record<RowName, { values: Float64Array; isFilled: boolean }>;
  #snapshot: Snapshot | undefined;
  #parallel!: Parallel;
  #meridians!: Meridians;
  #ground!: Ground;

  constructor(width: number) {
    const row = () => ({ values: new Float64Array(width), isFilled: false });
    this.#rows = {
      geopotential: row(),
      kelvin: row(),
      celsius: row(),
      windU: row(),
      windV: row(),
      moisture: row(),
    };
  }

  moveTo(snapshot: Snapshot, parallel: Parallel, meridians: Meridians, ground: Ground): void {
    const isSame =
      this.#snapshot === snapshot && this.#parallel === parallel && this.#meridians === meridians;
    if (isSame) return;
    this.#snapshot = snapshot;
    this.#parallel = parallel;
    this.#meridians = meridians;
    this.#ground = ground;
    const rows = this.#rows;
    rows.geopotential.isFilled = rows.kelvin.isFilled = rows.celsius.isFilled = false;
    rows.windU.isFilled = rows.windV.isFilled = rows.moisture.isFilled = false;
  }

  geopotential(): Float64Array {
    return this.#upper('geopotential', 'geopotential');
  }

  kelvin(): Float64Array {
    return this.#upper('kelvin', 'temperature');
  }

  windU(): Float64Array {
    return this.#upper('windU', 'wind_u');
  }

  windV(): Float64Array {
    return this.#upper('windV', 'wind_v');
  }

  moisture(): Float64Array {
    const row = this.#rows.moisture;
    if (!row.isFilled) fillMoistureRow(this.#snapshot!, this.#parallel, this.#meridians, row.values);
    row.isFilled = true;
    return row.values;
  }

  /** Air at 2 m: the year and the day, stronger over land, and colder on mountains. */
  celsius(): Float64Array {
    const row = this.#rows.celsius;
    if (row.isFilled) return row.values;
    row.isFilled = true;
    const kelvin = this.kelvin();
    const { season, dayFraction } = this.#snapshot!;
    const { sin, cos } = this.#parallel;
    const winter = sin * Math.cos(season);
    const mild = (mildCelsius * Math.abs(sin) * (Math.abs(sin) + winter)) / 2;
    const turn = 2 * Math.PI * (dayFraction - warmestDayFraction);
    const turnCos = Math.cos(turn);
    const turnSin = Math.sin(turn);
    for (let i = 0; i < kelvin.length; i++) {
      const continent = this.#ground.continent[i]!;
      const day = turnCos * this.#meridians.cos[i]! - turnSin * this.#meridians.sin[i]!;
      row.values[i] =
        kelvin[i]! -
        zeroCelsiusKelvin +
        mild * (1 - continent) -
        seasonCelsius * winter * continent +
        day * cos * (0.5 + 5 * this.#ground.land[i]!) -
        lapsePerMetre * this.#ground.elevationMetres[i]!;
    }
    return row.values;
  }

  #upper(name: RowName, field: UpperField): Float64Array {
    const row = this.#rows[name];
    if (!row.isFilled) {
      fillRow(field, this.#snapshot!, groundLevel, this.#parallel, this.#meridians, row.values);
    }
    row.isFilled = true;
    return row.values;
  }
}
