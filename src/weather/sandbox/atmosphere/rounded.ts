const scales = [1, 10, 100, 1000, 10_000, 100_000] as const;

/** To so many digits after the point: more would only look precise. Never -0. */
export function rounded(value: number, digits: 1 | 2 | 3 | 4 | 5): number {
  const scale = scales[digits]!;
  const size = Math.round(Math.abs(value) * scale) / scale;
  return value < 0 && size !== 0 ? -size : size;
}
