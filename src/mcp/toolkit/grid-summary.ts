import type { Field } from '../../weather/grids/field.ts';

interface GridSummary {
  points: number;
  /** Weighted by area: rows near the poles count less. */
  mean: number;
  standardDeviation: number;
  minimum: Extreme;
  maximum: Extreme;
}

interface Extreme {
  value: number;
  latitude: number;
  longitude: number;
}

/** Over all points of a field; undefined when it has none. */
export async function summarize({ latitudes, longitudes, rows }: Field): Promise<GridSummary | undefined> {
  if (latitudes.length === 0 || longitudes.length === 0) return undefined;
  let [weights, sum, squares, row] = [0, 0, 0, 0];
  let minimum: Extreme = { value: Number.POSITIVE_INFINITY, latitude: 0, longitude: 0 };
  let maximum: Extreme = { value: Number.NEGATIVE_INFINITY, latitude: 0, longitude: 0 };
  for await (const values of rows) {
    const latitude = latitudes[row++]!;
    const weight = weightAt(latitude);
    for (const [column, value] of values.entries()) {
      weights += weight;
      sum += weight * value;
      squares += weight * value * value;
      if (value < minimum.value) minimum = { value, latitude, longitude: signed(longitudes[column]!) };
      if (value > maximum.value) maximum = { value, latitude, longitude: signed(longitudes[column]!) };
    }
  }
  const mean = sum / weights;
  return {
    points: latitudes.length * longitudes.length,
    mean,
    standardDeviation: Math.sqrt(Math.max(0, squares / weights - mean * mean)),
    minimum,
    maximum,
  };
}

/** A row at a pole is one point. */
const weightAt = (latitude: number) => Math.max(Math.cos(latitude * (Math.PI / 180)), 1e-9);

const signed = (longitude: number) => (longitude > 180 ? longitude - 360 : longitude);
