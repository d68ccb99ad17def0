import type { DegreeDayKind } from '../../../api/parameters.ts';
import { inSlices, type LongWork } from '../../../platform/long-work.ts';
import { LruCache } from '../../../platform/lru-cache.ts';
import { dayMs, hourMs } from '../../../time.ts';
import { isoDate } from '../../api-time.ts';
import { maxForecastHour } from '../../forecast-hours.ts';
import { rounded } from '../../row-text.ts';
import type { DegreeDays } from '../../source.ts';
import table from '../tables/state-populations.json' with { type: 'json' };
import type { Forecast } from './forecast.ts';
import { forecastKey, snapshotsOf } from './forecast-snapshots.ts';
import { surfaceValueAt } from './points.ts';

/** The weights of a mean over several states. */
export const statePopulations: Record<string, number> = Object.fromEntries(
  table.states.map(({ name, population }) => [name, population]),
);

const baseFahrenheit = 65;
const valuesADay = 8;

const answers = new LruCache<string, Promise<DegreeDays>>(128);

/** Degrees below (heating) or above (cooling) 65 °F for every state and every day that the run covers completely. */
export const degreeDays = (kind: DegreeDayKind, forecast: Forecast): Promise<DegreeDays> =>
  answers.getOrCreate(`${kind} ${forecastKey(forecast)}`, () =>
    inSlices(calculate(kind === 'hdd' ? -1 : 1, forecast)),
  );

function* calculate(sign: 1 | -1, forecast: Forecast): LongWork<DegreeDays> {
  const snapshotAt = snapshotsOf(forecast);
  const daysMs: number[] = [];
  const lastMs = forecast.runMs + maxForecastHour * hourMs;
  for (
    let dayStartMs = Math.ceil(forecast.runMs / dayMs) * dayMs;
    dayStartMs + dayMs <= lastMs;
    dayStartMs += dayMs
  )
    daysMs.push(dayStartMs);
  const byState: DegreeDays['byState'] = {};
  for (const { name, points } of table.states) {
    const days: Record<string, number> = {};
    for (const startMs of daysMs) {
      let sum = 0;
      let people = 0;
      for (const [, latitude, longitude, residents] of points as [string, number, number, number][]) {
        for (let part = 0; part < valuesADay; part++) {
          const snapshot = snapshotAt(startMs + (part * dayMs) / valuesADay);
          sum += residents * surfaceValueAt('temperature_2m', snapshot, { latitude, longitude });
        }
        people += residents;
      }
      const fahrenheit = (sum / people / valuesADay) * 1.8 + 32;
      days[isoDate(startMs)] = rounded(Math.max(0, sign * (fahrenheit - baseFahrenheit)), 2);
      yield;
    }
    byState[name] = days;
  }
  return { dates: daysMs.map(isoDate), byState };
}
