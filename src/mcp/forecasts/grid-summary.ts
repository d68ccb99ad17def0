import type { GridValues } from './grid-values.ts';

export interface GridSummary {
  points: number;
  /** Weighted by area: rows near the poles count less. */
  mean: number;
  standardDeviation: number;
  minimum: Extreme;
  maximum: Extreme;
}

interface Extreme {
  value: number;
  /** Of the wind. */
  direction?: number | undefined;
  latitude: number;
  longitude: number;
  time: string;
}

/** Over all points of one time or of several. */
export class GridSum {
  #points = 0;
  #weights = 0;
  #sum = 0;
  #squares = 0;
  #minimum: Extreme = { ...nowhere, value: Number.POSITIVE_INFINITY };
  #maximum: Extreme = { ...nowhere, value: Number.NEGATIVE_INFINITY };

  async add({ latitudes, longitudes, rows, time }: GridValues): Promise<void> {
    let row = 0;
    for await (const { values, directionAt } of rows) {
      const latitude = latitudes[row++]!;
      const weight = weightAt(latitude);
      const at = (column: number): Extreme => ({
        value: values[column]!,
        ...(directionAt ? { direction: directionAt(column) } : {}),
        latitude,
        longitude: signed(longitudes[column]!),
        time,
      });
      for (const [column, value] of values.entries()) {
        // Nothing was computed there.
        if (Number.isNaN(value)) continue;
        this.#points++;
        this.#weights += weight;
        this.#sum += weight * value;
        this.#squares += weight * value * value;
        if (value < this.#minimum.value) this.#minimum = at(column);
        if (value > this.#maximum.value) this.#maximum = at(column);
      }
    }
  }

  /** Undefined when there was no point. */
  summary(): GridSummary | undefined {
    if (this.#points === 0) return undefined;
    const mean = this.#sum / this.#weights;
    return {
      points: this.#points,
      mean,
      standardDeviation: Math.sqrt(Math.max(0, this.#squares / this.#weights - mean * mean)),
      minimum: this.#minimum,
      maximum: this.#maximum,
    };
  }
}

const nowhere = { latitude: 0, longitude: 0, time: '' };

/** A row at a pole is one point. */
const weightAt = (latitude: number) => Math.max(Math.cos(latitude * (Math.PI / 180)), 1e-9);

const signed = (longitude: number) => (longitude > 180 ? longitude - 360 : longitude);
