import { z } from 'zod';
import { api } from '../../urls.ts';
import { predictDrift, STEP_MS } from '../../weather/drift.ts';
import type { Mission } from '../../weather/missions.ts';
import { listAvailableRuns } from '../../weather/runs.ts';
import { DAY_MS, isoSeconds } from '../../weather/time.ts';
import { snapshotsOf } from '../../weather/weather.ts';
import { requireFlyingMission } from '../missions.ts';
import { latitude, longitude, missionId } from '../parameters.ts';
import { defineTool } from '../tool.ts';

const aheadMs = 3 * DAY_MS;
/** The text has every sixth point: one each three hours. */
const pointsBetweenLines = 6;

const point = z.object({
  time: z.string().describe('UTC'),
  latitude,
  longitude,
  altitude: z.number().describe('m above sea level'),
});
type Point = z.infer<typeof point>;

export const getPredictedPath = defineTool({
  name: 'get_predicted_path',
  title: 'Predicted path',
  path: `${api}/missions/id/prediction.json`,
  input: z.strictObject({ mission_id: missionId }),
  output: z.object({
    mission_name: z.string(),
    prediction: z.array(point).describe('Every 30 minutes from now on, up to 3 days ahead or until it lands'),
  }),
  answer({ mission_id }, { now }) {
    const mission = requireFlyingMission(mission_id, now());
    const prediction = predictPath(mission, now());
    const text = [
      `Predicted path of ${mission.name}, every 3 hours. Times are UTC.`,
      'time | latitude, longitude ° | altitude m',
      ...prediction
        .filter((_, index) => index % pointsBetweenLines === 0 || index === prediction.length - 1)
        .map((each) => `${each.time.slice(0, 16)} | ${each.latitude}, ${each.longitude} | ${each.altitude}`),
    ];
    return { text: text.join('\n'), data: { mission_name: mission.name, prediction } };
  },
});

/** As the API predicts it: on whole steps, with the wind of the newest run. */
function predictPath(mission: Mission, nowMs: number): Point[] {
  const runMs = listAvailableRuns({ model: 'main' }, nowMs)[0]!;
  const fromMs = Math.max(mission.launchMs, Math.floor(nowMs / STEP_MS) * STEP_MS);
  const path: Point[] = [];
  for (const drifted of predictDrift(mission, fromMs, snapshotsOf({ model: 'main', runMs }))) {
    if (drifted.timeMs > fromMs + aheadMs) break;
    if ((drifted.timeMs - fromMs) % (3 * STEP_MS) !== 0) continue;
    path.push({
      time: isoSeconds(drifted.timeMs),
      latitude: rounded(drifted.latitude, 5),
      longitude: rounded(drifted.longitude, 5),
      altitude: rounded(drifted.altitude, 1),
    });
  }
  return path;
}

const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits;
