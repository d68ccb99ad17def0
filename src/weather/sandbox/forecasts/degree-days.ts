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

/** The population-weighted mean temperature of each state and date. */
type StateTemperatures = { state: string; days: { date: string; fahrenheit: number }[] }[];

/** The weights of a mean over several states. */
export const statePopulations: Record<string, number> = Object.fromEntries(
  table.states.map(({ name, population }) => [name, population]),
);

const baseFahrenheit = 65;
const valuesADay = 8;

const temperatures = new LruCache<string, Promise<StateTemperatures>>(64);

/** Degrees below (heating) or above (cooling) 65 °F for every state and every day that the run covers completely. */
export async function degreeDays(kind: DegreeDayKind, forecast: Forecast): Promise<DegreeDays> {
  const work = () => inSlices(stateTemperatures(forecast));
  const states = await temperatures.getOrCreate(forecastKey(forecast), work);
  const sign = kind === 'hdd' ? -1 : 1;
  const byState = states.map(({ state, days }) => [
    state,
    Object.fromEntries(
      days.map(({ date, fahrenheit }) => [
        date,
        rounded(Math.max(0, sign * (fahrenheit - baseFahrenheit)), 2),
      ]),
    ),
  ]);
  return { dates: states[0]?.days.map(({ date }) => date) ?? [], byState: Object.fromEntries(byState) };
}

function* stateTemperatures(forecast: Forecast): LongWork<StateTemperatures> {
  const snapshotAt = snapshotsOf(forecast);
  const firstDayMs = Math.ceil(forecast.runMs / dayMs) * dayMs;
  const lastMs = forecast.runMs + maxForecastHour * hourMs;
  const states: StateTemperatures = [];
  for (const { name, points } of table.states) {
    const days: StateTemperatures[number]['days'] = [];
    for (let startMs = firstDayMs; startMs + dayMs <= lastMs; startMs += dayMs) {
      let sum = 0;
      let people = 0;
      for (const [, latitude, longitude, residents] of points as [string, number, number, number][]) {
        for (let part = 0; part < valuesADay; part++) {
          const snapshot = snapshotAt(startMs + (part * dayMs) / valuesADay);
          sum += residents * surfaceValueAt('temperature_2m', snapshot, { latitude, longitude });
        }
        people += residents;
      }
      days.push({ date: isoDate(startMs), fahrenheit: (sum / people / valuesADay) * 1.8 + 32 });
      yield;
    }
    states.push({ state: name, days });
  }
  return states;
}
