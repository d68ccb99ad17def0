import { pressureLevelsHpa, type UpperVariable } from '../../../api/variables.ts';
import { gridValueAt, isGlobal } from '../../../pictures/grid.ts';
import { readNetcdfGrid } from '../../../pictures/netcdf/read.ts';
import { profileOf } from '../../../pictures/sounding/comparison.ts';
import {
  type ModelLevel,
  type ModelPoint,
  modelPointsOf,
  profileFromModel,
  runBefore,
} from '../../../pictures/sounding/model-profile.ts';
import type { Sounding } from '../../../pictures/sounding/sounding.ts';
import { formatMinute } from '../../../time.ts';
import { modelProfile } from '../../../urls.ts';
import type { ModelProfile } from '../../../weather/contract.ts';
import { writeModelQuery } from '../../../weather/fleet/model-points.ts';
import type { Outcome } from '../../session/outcome.ts';
import type { DataCall } from '../store/flight-calls.ts';
import type { Settings } from '../store/viewer-address.ts';
import { unreadable } from '../store/viewer-data.ts';
import type { Wanted } from './reference-store.ts';

/** The levels that every forecast is compared at where each is a file of its own. */
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

type Fetched = (signal: AbortSignal, onProgress: (done: number) => void) => Promise<Outcome<ModelLevel[]>>;

const toWanted = (sounding: Sounding, request: ModelRequest, fetched: Fetched): Wanted => ({
  key: writeModelQuery(request.runMs, request.points),
  sounding,
  async load(signal, onProgress) {
    const levels = await fetched(signal, onProgress);
    if (!levels.ok) return levels;
    const profile = profileFromModel(levels.value, profileOf(sounding.levels));
    return { ok: true, value: { name: `Forecast from ${describeRun(request)}`, profile } };
  },
});

type GetProfile = (url: string) => Promise<Outcome<ModelProfile>>;

/** The whole profile in one call of the portal, from the sandbox's forecast. */
export const modelInOneCall = (sounding: Sounding, request: ModelRequest, get: GetProfile): Wanted =>
  toWanted(sounding, request, async () => {
    const answer = await get(`${modelProfile}?${writeModelQuery(request.runMs, request.points)}`);
    return answer.ok ? { ok: true, value: answer.value.levels } : answer;
  });

/** One variable at one level is a file of the whole globe. */
const gridCallAt = (runMs: number, { pressure, forecast_hour }: ModelPoint, variable: string): DataCall => ({
  path: `/gridded/${pressure}/${variable}`,
  query: [
    ['initialization_time', new Date(runMs).toISOString().slice(0, 19)],
    ['forecast_hour', String(forecast_hour)],
  ],
});

export const callCount = ({ points }: ModelRequest) => points.length * modelVariables.length;

type CallFile = (call: DataCall, signal: AbortSignal) => Promise<Outcome<ArrayBuffer>>;

const parallelCalls = 2;

/** The same from the provider's files. Only the values at the balloon are kept of each file. */
export const modelFromFiles = (sounding: Sounding, request: ModelRequest, callFile: CallFile): Wanted =>
  toWanted(sounding, request, async (signal, onProgress) => {
    const { runMs, points } = request;
    const open = points.flatMap((point) => modelVariables.map((variable) => ({ point, variable })));
    const values = new Map<string, number>();
    let failure: Exclude<Outcome<ArrayBuffer>, { ok: true }> | undefined;
    const work = async () => {
      for (let next = open.shift(); next && !failure && !signal.aborted; next = open.shift()) {
        const { point, variable } = next;
        const file = await callFile(gridCallAt(runMs, point, variable), signal);
        const grid = file.ok ? readNetcdfGrid(file.value)?.grid : undefined;
        if (!file.ok) failure ??= file;
        else if (!grid || !isGlobal(grid)) failure ??= isHdf5(file.value) ? netcdf4 : unreadable;
        else values.set(`${point.pressure} ${variable}`, gridValueAt(grid, point));
        onProgress(values.size);
      }
    };
    await Promise.all(Array.from({ length: parallelCalls }, work));
    if (failure) return failure;
    const valueAt = (point: ModelPoint, variable: string) =>
      values.get(`${point.pressure} ${variable}`) ?? Number.NaN;
    const levels = points.map(
      (point): ModelLevel => ({
        ...point,
        temperature: valueAt(point, 'temperature'),
        specific_humidity: valueAt(point, 'specific_humidity'),
        wind_u: valueAt(point, 'wind_u'),
        wind_v: valueAt(point, 'wind_v'),
      }),
    );
    return { ok: true, value: levels };
  });

const isHdf5 = (file: ArrayBuffer) => new TextDecoder('latin1').decode(file.slice(1, 4)) === 'HDF';

const netcdf4 = {
  ...unreadable,
  message:
    "The forecast's files are NetCDF-4, which a browser can't read. The program below compares them with the balloon.",
};
