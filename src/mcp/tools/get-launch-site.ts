import { z } from 'zod';
import { api } from '../../urls.ts';
import { requireMission } from '../flights/missions.ts';
import { latitude, longitude, missionId } from '../toolkit/parameters.ts';
import { defineTool } from '../toolkit/tool.ts';

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
