import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { doubtfulBelowCelsius, type Level } from '../../src/pictures/sounding/levels.ts';
import type { Wind } from '../../src/pictures/sounding/wind.ts';
import { root } from '../../src/platform/root.ts';

/** A sounding as lists, from the ground up. */
interface Lists {
  pressure: number[];
  altitude: number[];
  temperature: number[];
  dew_point: number[];
  u: number[];
  v: number[];
}

interface Golden {
  lowest: {
    lcl: { pressure: number; temperature: number };
    top: number;
    lfc: number | null;
    el: number | null;
    cape: number;
    cin: number | null;
    cape_cin: { cape: number; cin: number };
  };
  mixed: { temperature: number; dew_point: number };
  most_unstable: { pressure: number; theta_e: number };
  precipitable_water: number;
  shear: Wind;
  storm_motion: { right: Wind; left: Wind; mean: Wind };
  helicity_1km: number;
  helicity_3km: number;
}

const read = <Content>(name: string): Content =>
  JSON.parse(readFileSync(join(root, 'test/fixtures/sounding', name), 'utf8'));

const golden = read<{
  moist_adiabat: { pressure: number[]; temperature: number[] };
  soundings: Record<string, Golden>;
}>('golden.json');
const inputs: Record<string, Lists> = { ...read('radiosondes.json'), ...read('ascents.json') };

export const goldenAdiabat = golden.moist_adiabat;

export const goldenSoundings = Object.entries(golden.soundings).map(([name, expected]) => ({
  name,
  expected,
  levels: levelsOf(inputs[name]!),
}));

function levelsOf({ pressure, altitude, temperature, dew_point, u, v }: Lists): Level[] {
  return pressure.map((pressureHpa, index) => ({
    timeSeconds: index,
    position: null,
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
