import type { SoundingRow } from './rows.ts';

/** Rows by column. Each value is the difference to the row before, in units of its last decimal. */
export type PackedRows = Record<keyof typeof decimals, (number | null)[]>;

/** The API rounds to these decimals. */
const decimals = {
  timestamp: 0,
  latitude: 5,
  longitude: 5,
  altitude: 1,
  humidity: 2,
  pressure: 2,
  temperature: 2,
  speed_u: 2,
  speed_v: 2,
};
const names = Object.keys(decimals) as (keyof typeof decimals)[];

/** Compressed, packed rows have a sixth of the size of the same rows as JSON. */
export function packRows(rows: readonly SoundingRow[]): PackedRows {
  const columns = names.map((name) => {
    let last = 0;
    const steps = rows.map((row) => {
      const value = row[name];
      if (value === null) return null;
      const units = Math.round(value * 10 ** decimals[name]);
      const step = units - last;
      last = units;
      return step;
    });
    return [name, steps];
  });
  return Object.fromEntries(columns);
}

/** Returns exactly the rows that were packed; undefined for invalid input. */
export function unpackRows(packed: PackedRows): SoundingRow[] | undefined {
  const length = packed.timestamp?.length;
  if (names.some((name) => !Array.isArray(packed[name]) || packed[name].length !== length)) return undefined;
  const last = new Map<string, number>();
  return packed.timestamp.map((_, index) => {
    const values = names.map((name) => {
      const step = packed[name][index] ?? null;
      if (step === null) return [name, null];
      const units = (last.get(name) ?? 0) + step;
      last.set(name, units);
      return [name, units / 10 ** decimals[name]];
    });
    return Object.fromEntries(values);
  });
}
