import type { Leg } from '../../../pictures/sounding/legs.ts';
import { hourMs } from '../../../time.ts';
import type { DataCall } from '../store/viewer-calls.ts';

const RUN_MS = 6 * hourMs;
/** A time alone finds the newest run that has it, among those of two days. Older runs have to be named. */
const FOUND_BY_TIME_MS = 36 * hourMs;
/** By then a run has been computed to its end. */
const FINISHED_AFTER_MS = 12 * hourMs;

/** One variable on the whole globe, at the one degree that a visitor may ask for. */
export function gridCall(field: string, timeMs: number, nowMs: number): DataCall {
  return { path: `/gridded/${field}`, query: [...momentOf(timeMs, nowMs), ['resolution', '1']] };
}

function momentOf(timeMs: number, nowMs: number): DataCall['query'] {
  if (nowMs - timeMs < FOUND_BY_TIME_MS) return [['time', timeText(timeMs)]];
  const runMs = runOf(timeMs);
  return [
    ['initialization_time', timeText(runMs)],
    ['forecast_hour', String((timeMs - runMs) / hourMs)],
  ];
}

/** By the run of that time, or by the newest where that is none too old. */
export function cyclonesCall(timeMs: number, nowMs: number): DataCall {
  const isOld = nowMs - timeMs > FINISHED_AFTER_MS;
  return {
    path: '/tropical_cyclones',
    query: isOld ? [['initialization_time', timeText(runOf(timeMs))]] : [],
  };
}

const runOf = (timeMs: number) => Math.floor(timeMs / RUN_MS) * RUN_MS;

/** Forecasts are of whole hours: the one nearest to the middle of the leg. */
export const hourOfLeg = ({ begin, end }: Leg) =>
  Math.round(((begin.timeSeconds + end.timeSeconds) * 500) / hourMs) * hourMs;

const timeText = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 19);
