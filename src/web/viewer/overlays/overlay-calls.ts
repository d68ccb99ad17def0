import { hourMs } from '../../../time.ts';
import { isoWithoutZone } from '../../../weather/api-time.ts';
import type { DataCall } from '../store/flight-calls.ts';

const runMs = 6 * hourMs;
/** The API finds a run by a time only among those of two days. Older runs have to be named. */
const maxFoundByTimeMs = 36 * hourMs;
/** After this time a run is complete. */
const completeAfterMs = 12 * hourMs;

/** The gridded variables of each overlay, and how the code panel names them. Cyclones have their own endpoint. */
export const gridVariables = {
  rain: [{ variable: 'precipitation', title: 'Rain overlay' }],
  pressure: [{ variable: 'pressure_msl', title: 'Pressure overlay' }],
  wind300: [
    { variable: '300/wind_u', title: 'Wind overlay, eastward component' },
    { variable: '300/wind_v', title: 'Wind overlay, northward component' },
  ],
};

/** One variable for the whole globe, at one degree, the resolution that is open to guests. */
export function gridCall(variable: string, timeMs: number, nowMs: number): DataCall {
  const runStartMs = runBefore(timeMs);
  const hour: DataCall['query'] =
    nowMs - timeMs < maxFoundByTimeMs
      ? [['time', isoWithoutZone(timeMs)]]
      : [
          ['initialization_time', isoWithoutZone(runStartMs)],
          ['forecast_hour', String((timeMs - runStartMs) / hourMs)],
        ];
  return { path: `/gridded/${variable}`, query: [...hour, ['resolution', '1']] };
}

/** Cyclones of the newest run, or of the run of that time if it is complete. */
export const cyclonesCall = (timeMs: number, nowMs: number): DataCall => ({
  path: '/tropical_cyclones',
  query: nowMs - timeMs > completeAfterMs ? [['initialization_time', isoWithoutZone(runBefore(timeMs))]] : [],
});

const runBefore = (timeMs: number) => Math.floor(timeMs / runMs) * runMs;
