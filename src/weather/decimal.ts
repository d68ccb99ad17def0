const scales = [1, 10, 100, 1000, 10_000, 100_000] as const;

/**
 * A JSON number that always has a decimal point: readers in Python take -64 for an integer, -64.0 for a float, and
 * a column of integers breaks their exports. Faster than toFixed, and never "-0.00". Null stays null.
 */
export function decimal(value: number | null, digits: 1 | 2 | 3 | 4 | 5): string {
  if (value === null) return 'null';
  const scale = scales[digits]!;
  const scaled = Math.round(Math.abs(value) * scale);
  const whole = Math.floor(scaled / scale);
  const fraction = String(scaled - whole * scale).padStart(digits, '0');
  return `${value < 0 && scaled !== 0 ? '-' : ''}${whole}.${fraction}`;
}
