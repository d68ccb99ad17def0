import { z } from 'zod';
import { api } from '../../urls.ts';
import { isoSeconds } from '../../weather/atmosphere/time.ts';
import { requireMission } from '../missions.ts';
import { latitude, longitude, missionId } from '../parameters.ts';
import { defineTool } from '../tool.ts';

export const getLaunchSite = defineTool({
  name: 'get_launch_site',
  title: 'Launch site',
  path: `${api}/missions/id/launch_site.json`,
  input: z.strictObject({ mission_id: missionId }),
  output: z.object({
    mission_name: z.string(),
    launch_time: z.string().describe('UTC'),
    launch_site: z.object({ id: z.int(), latitude, longitude }),
  }),
  answer({ mission_id }, { now }) {
    const { name, launchMs, site } = requireMission(mission_id, now());
    const launch_time = isoSeconds(launchMs);
    return {
      text: `${name} was launched at ${launch_time} (UTC) from ${site.latitude}, ${site.longitude} (degrees north, degrees east), site ${site.id}.`,
      data: { mission_name: name, launch_time, launch_site: site },
    };
  },
});
