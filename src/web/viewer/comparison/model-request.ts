import { pressureLevelsHpa, type UpperVariable } from '../../../api/variables.ts';
import { type ModelPoint, modelPointsOf, runBefore } from '../../../pictures/sounding/model-profile.ts';
import type { Sounding } from '../../../pictures/sounding/sounding.ts';
import { formatMinute } from '../../../time.ts';
import type { Settings } from '../store/viewer-address.ts';

/** The levels of the comparison where each level is a file of its own. */
const standardLevelsHpa = [1000, 925, 850, 700, 500, 400, 300, 250, 200, 150, 100, 70];
export const modelVariables = [
  'temperature',
  'specific_humidity',
  'wind_u',
  'wind_v',
] as const satisfies UpperVariable[];

/** A run, and the points of the leg in it. */
export interface ModelRequest {
  runMs: number;
  points: ModelPoint[];
}

interface RequestOptions {
  lead: Settings['lead'];
  nowMs: number;
  isOneCall: boolean;
}

export function modelRequestFor(
  { leg, levels }: Sounding,
  { lead, nowMs, isOneCall }: RequestOptions,
): ModelRequest {
  const runMs = runBefore(leg.begin.timeSeconds, nowMs, lead === 'newest' ? 0 : Number(lead));
  return { runMs, points: modelPointsOf(levels, runMs, isOneCall ? pressureLevelsHpa : standardLevelsHpa) };
}

/** "17 Nov 06:00 UTC, 3 to 5 hours ahead" */
export function describeRun({ runMs, points }: ModelRequest): string {
  const hours = points.map((point) => point.forecast_hour);
  const [first, last] = [Math.min(...hours), Math.max(...hours)];
  const ahead = first === last ? `${first}` : `${first} to ${last}`;
  return `${formatMinute(runMs)}, ${ahead} hour${last === 1 ? '' : 's'} ahead`;
}

export const callCount = ({ points }: ModelRequest) => points.length * modelVariables.length;
