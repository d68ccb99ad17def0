import { gridValueAt, isGlobal } from '../../../pictures/grid.ts';
import { readNetcdfGrid } from '../../../pictures/netcdf/read.ts';
import type { ModelLevel, ModelPoint } from '../../../pictures/sounding/model-profile.ts';
import { isoWithoutZone } from '../../../weather/api-time.ts';
import type { Outcome } from '../../session/outcome.ts';
import type { DataCall } from '../store/flight-calls.ts';
import { unreadable } from '../store/viewer-data.ts';
import { type ModelRequest, modelVariables } from './model-request.ts';

/** One variable at one level is a file of the whole globe. */
const gridCallAt = (runMs: number, { pressure, forecast_hour }: ModelPoint, variable: string): DataCall => ({
  path: `/gridded/${pressure}/${variable}`,
  query: [
    ['initialization_time', isoWithoutZone(runMs)],
    ['forecast_hour', String(forecast_hour)],
  ],
});

export type CallFile = (call: DataCall, signal: AbortSignal) => Promise<Outcome<ArrayBuffer>>;

const parallelCalls = 2;

/** The values at the balloon, from a file for each level and variable. Nothing else of a file is kept. */
export async function readModelFiles(
  { runMs, points }: ModelRequest,
  callFile: CallFile,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<Outcome<ModelLevel[]>> {
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
}

const isHdf5 = (file: ArrayBuffer) => new TextDecoder('latin1').decode(file.slice(1, 4)) === 'HDF';

const netcdf4 = {
  ...unreadable,
  message:
    "The forecast's files are NetCDF-4, which a browser can't read. The program below prints the forecast.",
};
