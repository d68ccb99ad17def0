import type { PathPoint } from '../../../api/data-api.ts';
import type { LongWork } from '../../../platform/long-work.ts';
import { dayMs } from '../../../time.ts';
import { isoSeconds } from '../../api-time.ts';
import { listAvailableRuns } from '../forecasts/runs.ts';
import { snapshotsOf } from '../forecasts/weather.ts';
import { followTrack, predictDrift, roundPosition, stepMs } from './drift.ts';
import type { Mission } from './missions.ts';

const aheadMs = 3 * dayMs;
const stepsBetweenPoints = 3;

/** Where a flying balloon drifts with the wind of the newest run, up to 3 days ahead or until it lands. */
export function* predictPath(mission: Mission, nowMs: number): LongWork<PathPoint[]> {
  const runMs = listAvailableRuns({ model: 'main' }, nowMs)[0]!;
  // On whole steps, so that everyone's balloons drift on the same few snapshots of the forecast.
  const fromMs = Math.max(mission.launchMs, Math.floor(nowMs / stepMs) * stepMs);
  yield* followTrack(mission, fromMs);
  const path: PathPoint[] = [];
  for (const { timeMs, ...position } of predictDrift(
    mission,
    fromMs,
    snapshotsOf({ model: 'main', runMs }),
  )) {
    if (timeMs > fromMs + aheadMs) break;
    if ((timeMs - fromMs) % (stepsBetweenPoints * stepMs) === 0) {
      path.push({ time: isoSeconds(timeMs), ...roundPosition(position) });
      yield;
    }
  }
  return path;
}
