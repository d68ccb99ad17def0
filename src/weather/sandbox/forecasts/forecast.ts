import { type ExternalModel, type Member, memberCount } from '../../../api/parameters.ts';
import { hourMs } from '../../../time.ts';
import { bellChance, chance, chanceUses } from '../atmosphere/chance.ts';
import { type Hemisphere, type Phasors, zonalNumberOf } from '../atmosphere/snapshot.ts';

type Model = 'main' | 'intracycle' | ExternalModel;
export interface Forecast {
  model: Model;
  runMs: number;
  member?: Member;
}

/** The key for `chance`, and the size of the error compared with the main model. */
const models: Record<Model, { key: number; error: number }> = {
  main: { key: 0, error: 1 },
  intracycle: { key: 1, error: 1 },
  gfs: { key: 2, error: 1.25 },
  ifs: { key: 3, error: 1.1 },
  ens: { key: 4, error: 1.1 },
  aifs: { key: 5, error: 1.05 },
  hrrr: { key: 6, error: 1.15 },
};
const hemisphereKeys: Record<Hemisphere | 'showers', number> = { north: 0, south: 1, showers: 2 };
const memberNumbers = Array.from({ length: memberCount }, (_, index) => index + 1);

/** The mean has all members, a forecast outside of the ensemble none. */
function membersOf({ member }: Forecast): number[] {
  if (member === undefined) return [];
  return member === 'mean' ? memberNumbers : [member];
}

/**
 * A forecast is the true atmosphere with an error in the phase of every wave, which grows with lead time. The mean of
 * the ensemble needs no members, because averaging their phase factors gives exactly the same result.
 */
export function applyPhaseErrors(
  phasors: Phasors,
  part: Hemisphere | 'showers',
  forecast: Forecast,
  timeMs: number,
): void {
  const error = errorOf(forecast, timeMs);
  for (let wave = 0; wave < phasors.length / 2; wave++) {
    const scale = zonalNumberOf(wave) / 7;
    const [cos, sin] = phaseFactor(error, scale, forecast, hemisphereKeys[part] * 100 + wave);
    const real = phasors[2 * wave]!;
    const imaginary = phasors[2 * wave + 1]!;
    phasors[2 * wave] = real * cos - imaginary * sin;
    phasors[2 * wave + 1] = real * sin + imaginary * cos;
  }
}

/** The error of a cyclone's centre in degrees. */
export function centreError(
  forecast: Forecast,
  timeMs: number,
  cyclone: number,
): [north: number, east: number] {
  const { ofRun, ofMember } = errorOf(forecast, timeMs);
  const runDegrees = Math.min(maxCentreDegrees, centreDegrees * ofRun);
  const memberDegrees = Math.min(maxCentreDegrees, centreDegrees * ofMember);
  const members = membersOf(forecast);
  const along = (axis: number) => {
    const shared = bellChance(chanceUses.cycloneError, ...runKeys(forecast), cyclone, axis);
    if (members.length === 0) return runDegrees * shared;
    const own = members.map((member) =>
      bellChance(chanceUses.cycloneError, ...runKeys(forecast), cyclone, axis, 1 + member),
    );
    const sum = own.reduce((total, each) => total + each, 0);
    return 0.7 * runDegrees * shared + (0.9 * memberDegrees * sum) / own.length;
  };
  return [along(0), along(1)];
}

/** Degrees by which a cyclone is wrong for each radian of phase error. */
const centreDegrees = 2.3;
const maxCentreDegrees = 3;

function phaseFactor(
  { ofRun, ofMember }: ForecastError,
  scale: number,
  forecast: Forecast,
  wave: number,
): [cos: number, sin: number] {
  const shared = scale * ofRun * swing(chanceUses.runError, ...runKeys(forecast), wave);
  const members = membersOf(forecast);
  if (members.length === 0) return [Math.cos(0.8 * shared), Math.sin(0.8 * shared)];
  let cos = 0;
  let sin = 0;
  for (const member of members) {
    const own = scale * ofMember * swing(chanceUses.memberError, ...runKeys(forecast), wave, member);
    const error = 0.6 * shared + 0.9 * own;
    cos += Math.cos(error);
    sin += Math.sin(error);
  }
  return [cos / members.length, sin / members.length];
}

/** Radians of phase error of the middle wave. Members start further from the truth than the run that they perturb. */
interface ForecastError {
  ofRun: number;
  ofMember: number;
}

function errorOf({ model, runMs }: Forecast, timeMs: number): ForecastError {
  const leadHours = Math.max(0, timeMs - runMs) / hourMs;
  const growth = 1.6 * (leadHours / 240) ** 1.5;
  const { error } = models[model];
  return { ofRun: error * (0.015 + growth), ofMember: error * (0.13 + growth) };
}

/** The size is 0.7 to 1.3 in either direction. No run is perfect by chance, so a later run is always better. */
function swing(...keys: number[]): number {
  const size = 0.7 + 0.6 * chance(...keys, 0);
  return chance(...keys, 1) < 0.5 ? -size : size;
}

function runKeys(forecast: Forecast): [number, number] {
  return [models[forecast.model].key, forecast.runMs / hourMs];
}
