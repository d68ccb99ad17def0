import { z } from 'zod';
import { api } from '../../urls.ts';
import { isoSeconds } from '../../weather/api-time.ts';
import { requireFlyingMission, requireMission } from '../toolkit/missions.ts';
import { missionId, utc } from '../toolkit/parameters.ts';
import { altitude, latitude, longitude } from '../toolkit/positions.ts';
import { defineTool } from '../toolkit/tool.ts';

const input = z.strictObject({ mission_id: missionId });

export const getCurrentLocation = defineTool({
  name: 'get_current_location',
  title: 'Current location',
  path: `${api}/missions/id/current_location.json`,
  input,
  output: z.object({
    mission_name: z.string(),
    time: z.string().describe('Now, UTC'),
    latitude,
    longitude,
    altitude,
    launch_time: utc,
  }),
  async answer({ mission_id }, { checks, weather, now }) {
    const { id, name, launch_time } = await requireFlyingMission(weather, mission_id);
    const position = await weather.locateMission(id);
    const time = isoSeconds(now());
    return {
      text: `${name} is at ${position.latitude}, ${position.longitude} (degrees north, degrees east), ${position.altitude} m above sea level, at ${time} (UTC). It was launched at ${launch_time}.`,
      data: { mission_name: name, time, ...position, launch_time },
      check: checks.viewer(name),
    };
  },
});

/** The text has every sixth point, one every three hours. */
const pointsPerLine = 6;

export const getPredictedPath = defineTool({
  name: 'get_predicted_path',
  title: 'Predicted path',
  path: `${api}/missions/id/prediction.json`,
  input,
  output: z.object({
    mission_name: z.string(),
    prediction: z
      .array(z.object({ time: utc, latitude, longitude, altitude }))
      .describe('Every 30 minutes from now, up to 3 days ahead or until it lands'),
  }),
  async answer({ mission_id }, { checks, weather }) {
    const { id, name } = await requireFlyingMission(weather, mission_id);
    const prediction = await weather.predictPath(id);
    const text = [
      `Predicted path of ${name}, every 3 hours. Times are UTC.`,
      'time | latitude, longitude ° | altitude m',
      ...prediction
        .filter((_, index) => index % pointsPerLine === 0 || index === prediction.length - 1)
        .map((each) => `${each.time.slice(0, 16)} | ${each.latitude}, ${each.longitude} | ${each.altitude}`),
    ];
    const check = checks.form('/missions/{id}/prediction.json', { id: name });
    return { text: text.join('\n'), data: { mission_name: name, prediction }, check };
  },
});

export const getLaunchSite = defineTool({
  name: 'get_launch_site',
  title: 'Launch site',
  path: `${api}/missions/id/launch_site.json`,
  input,
  output: z.object({
    mission_name: z.string(),
    launch_time: utc,
    launch_site: z.object({ id: z.int(), latitude, longitude }),
  }),
  async answer({ mission_id }, { checks, weather }) {
    const { id, name, launch_time } = await requireMission(weather, mission_id);
    const site = await weather.locateLaunchSite(id);
    return {
      text: `${name} was launched at ${launch_time} (UTC) from ${site.latitude}, ${site.longitude} (degrees north, degrees east), site ${site.id}.`,
      data: { mission_name: name, launch_time, launch_site: site },
      check: checks.form('/missions/{id}/launch_site.json', { id: name }),
    };
  },
});
