import { LruCache } from '../../../platform/lru-cache.ts';
import { calmTruthAt, type Snapshot } from '../atmosphere/snapshot.ts';
import { activeVortices } from './cyclones.ts';
import { applyPhaseErrors, type Forecast } from './forecast.ts';

const truths = new LruCache<number, Snapshot>(8000);
const forecasts = new LruCache<string, Map<number, Snapshot>>(40);

/** The true atmosphere, which balloons measure. */
export function truthAt(timeMs: number): Snapshot {
  return truths.getOrCreate(timeMs, () => ({ ...calmTruthAt(timeMs), vortices: activeVortices(timeMs) }));
}

export function forecastAt(forecast: Forecast, timeMs: number): Snapshot {
  return snapshotsOf(forecast)(timeMs);
}

export const forecastKey = ({ model, runMs, member }: Forecast) => `${model} ${runMs} ${member}`;

/** Each snapshot of a forecast is computed once. */
export function snapshotsOf(forecast: Forecast): (timeMs: number) => Snapshot {
  const byTime = forecasts.getOrCreate(forecastKey(forecast), () => new Map());
  return (timeMs) => {
    const known = byTime.get(timeMs);
    if (known) return known;
    const made = makeForecast(forecast, timeMs);
    byTime.set(timeMs, made);
    return made;
  };
}

function makeForecast(forecast: Forecast, timeMs: number): Snapshot {
  const snapshot = { ...calmTruthAt(timeMs), vortices: activeVortices(timeMs, forecast) };
  applyPhaseErrors(snapshot.north, 'north', forecast, timeMs);
  applyPhaseErrors(snapshot.south, 'south', forecast, timeMs);
  applyPhaseErrors(snapshot.showers, 'showers', forecast, timeMs);
  return snapshot;
}
