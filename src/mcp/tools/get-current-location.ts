import { z } from 'zod';
import { api } from '../../urls.ts';
import { isoSeconds } from '../../weather/sandbox/atmosphere/time.ts';
import { requireFlyingMission } from '../flights/missions.ts';
import { latitude, longitude, missionId } from '../toolkit/parameters.ts';
import { defineTool } from '../toolkit/tool.ts';

export const getCurrentLocation = defineTool({
  name: 'get_current_location',
  title: 'Current location',
  path: `${api}/missions/id/current_location.json`,
  input: z.strictObject({ mission_id: missionId }),
  output: z.object({
    mission_name: z.string(),
    time: z.string().describe('Now, UTC'),
    latitude,
    longitude,
    altitude: z.number().describe('m above sea level'),
    launch_time: z.string().describe('UTC'),
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
