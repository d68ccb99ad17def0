import { z } from 'zod';
import { api } from '../../urls.ts';
import { requireFlyingMission } from '../flights/missions.ts';
import { latitude, longitude, missionId } from '../toolkit/parameters.ts';
import { defineTool } from '../toolkit/tool.ts';

/** The text has every sixth point: one each three hours. */
const pointsBetweenLines = 6;

const point = z.object({
  time: z.string().describe('UTC'),
  latitude,
  longitude,
  altitude: z.number().describe('m above sea level'),
});

export const getPredictedPath = defineTool({
  name: 'get_predicted_path',
  title: 'Predicted path',
  path: `${api}/missions/id/prediction.json`,
  input: z.strictObject({ mission_id: missionId }),
  output: z.object({
    mission_name: z.string(),
    prediction: z.array(point).describe('Every 30 minutes from now on, up to 3 days ahead or until it lands'),
  }),
  async answer({ mission_id }, { checks, weather }) {
    const mission = await requireFlyingMission(weather, mission_id);
    const prediction = await weather.predictPath(mission.id);
    const text = [
      `Predicted path of ${mission.name}, every 3 hours. Times are UTC.`,
      'time | latitude, longitude ° | altitude m',
      ...prediction
        .filter((_, index) => index % pointsBetweenLines === 0 || index === prediction.length - 1)
        .map((each) => `${each.time.slice(0, 16)} | ${each.latitude}, ${each.longitude} | ${each.altitude}`),
    ];
    const check = checks.form('/missions/{id}/prediction.json', { id: mission.name });
    return { text: text.join('\n'), data: { mission_name: mission.name, prediction }, check };
  },
});
