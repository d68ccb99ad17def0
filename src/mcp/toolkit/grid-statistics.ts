import type { Coordinates } from '../../api/data-api.ts';
import { radians } from '../../pictures/sounding/math.ts';
import type { GridRow, GridValues } from './grid.ts';
import { toWind } from './wind.ts';

export interface Extreme extends Coordinates {
  value: number;
  /** From which the wind blows. */
  direction?: number;
  time: string;
}

/** Mean and extremes of one variable over a region at one time or several, weighted by area. */
export class GridStatistics {
  #points = 0;
  #weights = 0;
  #sum = 0;
  #squares = 0;
  #u = 0;
  #v = 0;
  #hasWind = false;
  #minimum: Extreme = { value: Number.POSITIVE_INFINITY, latitude: 0, longitude: 0, time: '' };
  #maximum: Extreme = { value: Number.NEGATIVE_INFINITY, latitude: 0, longitude: 0, time: '' };

  addRow({ values, wind }: GridRow, latitude: number, longitudes: Float32Array, time: string): void {
    // Rows near the poles have a smaller area. A row at a pole is one point.
    const weight = Math.max(Math.cos(radians(latitude)), 1e-9);
    const toExtreme = (column: number, value: number, longitude: number): Extreme => ({
      value,
      ...(wind && { direction: toWind(wind.u[column] ?? 0, wind.v[column] ?? 0).direction }),
      latitude,
      longitude: longitude > 180 ? longitude - 360 : longitude,
      time,
    });
    for (const [column, longitude] of longitudes.entries()) {
      const value = values[column];
      // The forecast has no value at this point.
      if (value === undefined || Number.isNaN(value)) continue;
      this.#points++;
      this.#weights += weight;
      this.#sum += weight * value;
      this.#squares += weight * value * value;
      if (wind) {
        this.#hasWind = true;
        this.#u += weight * (wind.u[column] ?? 0);
        this.#v += weight * (wind.v[column] ?? 0);
      }
      if (value < this.#minimum.value) this.#minimum = toExtreme(column, value, longitude);
      if (value > this.#maximum.value) this.#maximum = toExtreme(column, value, longitude);
    }
  }

  /** Undefined if there was no point. */
  summarize(decimals: number) {
    if (this.#points === 0) return undefined;
    const round = (value: number) => Number(value.toFixed(decimals));
    const mean = this.#sum / this.#weights;
    return {
      points: this.#points,
      mean: round(mean),
      // The direction of the mean wind.
      ...(this.#hasWind && { direction: toWind(this.#u / this.#weights, this.#v / this.#weights).direction }),
      standard_deviation: round(Math.sqrt(Math.max(0, this.#squares / this.#weights - mean * mean))),
      minimum: { ...this.#minimum, value: round(this.#minimum.value) },
      maximum: { ...this.#maximum, value: round(this.#maximum.value) },
    };
  }
}

/** A grid can be read once only. */
export async function addGrid(grid: GridValues, statistics: GridStatistics[]): Promise<void> {
  let row = 0;
  for await (const each of grid.rows) {
    const latitude = grid.latitudes[row++] ?? Number.NaN;
    for (const one of statistics) one.addRow(each, latitude, grid.longitudes, grid.time);
  }
}
