/** Values from 90° N southwards and from 0° eastwards, every `stepDegrees`, both poles included. */
export interface Grid {
  stepDegrees: number;
  values: readonly number[];
}

/** A grid as small as a picture of it needs: 254 steps between its least and its greatest value. */
export interface StoredGrid {
  variable: string;
  unit: string;
  step_degrees: number;
  least: number;
  most: number;
  /** One byte a value, base64; 255 is none. */
  cells: string;
}

const STEPS = 254;
const NONE = 255;

export function storeGrid({ stepDegrees, values }: Grid, variable: string, unit: string): StoredGrid {
  let [least, most] = [Infinity, -Infinity];
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const step = (most - least) / STEPS || 1;
  const bytes = values.map((value) => (Number.isFinite(value) ? Math.round((value - least) / step) : NONE));
  return {
    variable,
    unit,
    step_degrees: stepDegrees,
    least,
    most,
    cells: btoa(String.fromCharCode(...bytes)),
  };
}

export function readGrid({ step_degrees: stepDegrees, least, most, cells }: StoredGrid): Grid {
  const step = (most - least) / STEPS;
  const values = Array.from(atob(cells), (byte) => {
    const code = byte.charCodeAt(0);
    return code === NONE ? Number.NaN : least + code * step;
  });
  return { stepDegrees, values };
}
