import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { doubtfulBelowCelsius, type Level } from '../../src/pictures/sounding/levels.ts';
import type { Mover, Wind } from '../../src/pictures/sounding/wind.ts';
import { root } from '../../src/platform/root.ts';

/** A sounding as lists, from the ground up. */
export interface Lists {
  latitude?: number;
  pressure: number[];
  altitude: number[];
  temperature: number[];
  dew_point: number[];
  u: number[];
  v: number[];
}

interface GoldenParcel {
  start: { pressure: number; temperature: number; dew_point: number };
  lcl: { pressure: number; temperature: number };
  top: number;
  lifted_index: number | null;
  lfc: number | null;
  el: number | null;
  cape: number;
  cin: number | null;
  /** The areas that `cape_cin` counts against CAPE and CIN. */
  negative_above: number;
  positive_below: number;
}

type ByKilometres<Value> = Record<'1' | '3', Value>;

export interface Golden {
  lowest: GoldenParcel & { cape_cin: { cape: number; cin: number; lfc: number | null; el: number | null } };
  mixed: GoldenParcel;
  most_unstable: GoldenParcel & { theta_e: number };
  precipitable_water: number;
  /** The pressures at which each temperature is crossed, from the ground up. */
  isotherms: Record<'0' | '-10' | '-20', number[]>;
  wet_bulb_zero: number[];
  lapse_rate_3km: number;
  lapse_rate_700_500: number | null;
  k_index: number | null;
  total_totals: number | null;
  shear: ByKilometres<Wind> & { '6': Wind };
  storm_motion: { right: Wind; left: Wind; mean: Wind };
  helicity: Record<Mover, ByKilometres<number>>;
}

const read = <Content>(name: string): Content =>
  JSON.parse(readFileSync(join(root, 'test/fixtures/sounding', name), 'utf8'));

const golden = read<{
  moist_adiabat: { pressure: number[]; temperature: number[] };
  soundings: Record<string, Golden>;
}>('golden.json');
const inputs: Record<string, Lists> = {
  ...read('written.json'),
  ...read('profiles.json'),
  ...read('radiosondes.json'),
  ...read('ascents.json'),
};

export const goldenAdiabat = golden.moist_adiabat;

export interface GoldenSounding {
  name: string;
  expected: Golden;
  levels: Level[];
}

export const goldenSoundings = Object.entries(golden.soundings).map(
  ([name, expected]): GoldenSounding => ({ name, expected, levels: levelsOf(inputs[name]!) }),
);

export function levelsOf({ latitude, pressure, altitude, temperature, dew_point, u, v }: Lists): Level[] {
  return pressure.map((pressureHpa, index) => ({
    timeSeconds: index,
    position: latitude === undefined ? null : { latitude, longitude: 0 },
    altitudeMetres: altitude[index]!,
    pressureHpa,
    pressureFrom: 'measurement',
    celsius: temperature[index]!,
    humidityPercent: null,
    dewPointCelsius: dew_point[index]!,
    isDewPointDoubtful: temperature[index]! < doubtfulBelowCelsius,
    wind: { u: u[index]!, v: v[index]! },
    rows: 1,
  }));
}
