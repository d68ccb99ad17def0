import type { DegreeDayKind } from '../../../api/parameters.ts';
import { inSlices, type LongWork } from '../../../platform/long-work.ts';
import { LruCache } from '../../../platform/lru-cache.ts';
import { dayMs, hourMs } from '../../../time.ts';
import { isoDate } from '../../api-time.ts';
import { maxForecastHour } from '../../forecast-hours.ts';
import type { DegreeDays } from '../../source.ts';
import { rounded } from '../atmosphere/planet.ts';
import table from '../tables/state-populations.json' with { type: 'json' };
import type { Forecast } from './forecast.ts';
import { snapshotsOf } from './forecast-snapshots.ts';
import { surfaceValueAt } from './points.ts';

/** The population-weighted mean temperature in Fahrenheit by state, then by day. */
interface StateTemperatures {
  dates: string[];
  fahrenheit: Record<string, number[]>;
}

/** The weights of a mean over several states. */
export const statePopulations: Record<string, number> = Object.fromEntries(
  table.states.map(({ name, population }) => [name, population]),
);

const baseFahrenheit = 65;
const valuesADay = 8;

const kept = new LruCache<string, Promise<StateTemperatures>>(64);

/** Degrees below (heating) or above (cooling) 65 °F for every state and every day that the run covers completely. */
export async function degreeDays(kind: DegreeDayKind, forecast: Forecast): Promise<DegreeDays> {
  const key = `${forecast.model} ${forecast.runMs} ${forecast.member}`;
  const { dates, fahrenheit } = await kept.getOrCreate(key, () => inSlices(stateTemperatures(forecast)));
  const sign = kind === 'hdd' ? -1 : 1;
  const byState = Object.entries(fahrenheit).map(([state, means]) => {
    const values = means.map((mean) => Math.max(0, sign * (mean - baseFahrenheit)));
    return [state, Object.fromEntries(dates.map((date, day) => [date, rounded(values[day]!, 2)]))];
  });
  return { dates, byState: Object.fromEntries(byState) };
}

function* stateTemperatures(forecast: Forecast): LongWork<StateTemperatures> {
  const snapshotAt = snapshotsOf(forecast);
  const firstDayMs = Math.ceil(forecast.runMs / dayMs) * dayMs;
  const lastMs = forecast.runMs + maxForecastHour * hourMs;
  const dates: string[] = [];
  const fahrenheit: Record<string, number[]> = Object.fromEntries(table.states.map(({ name }) => [name, []]));
  for (let startMs = firstDayMs; startMs + dayMs <= lastMs; startMs += dayMs) {
    dates.push(isoDate(startMs));
    const snapshots = Array.from({ length: valuesADay }, (_, part) =>
      snapshotAt(startMs + (part * dayMs) / valuesADay),
    );
    for (const state of table.states) {
      let sum = 0;
      let people = 0;
      for (const [, latitude, longitude, residents] of state.points as [string, number, number, number][]) {
        for (const snapshot of snapshots) {
          sum += residents * surfaceValueAt('temperature_2m', snapshot, { latitude, longitude });
        }
        people += residents;
      }
      fahrenheit[state.name]!.push((sum / people / valuesADay) * 1.8 + 32);
      yield;
    }
  }
  return { dates, fahrenheit };
}
