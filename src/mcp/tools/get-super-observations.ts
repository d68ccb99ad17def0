import { SUPER_OBSERVATIONS } from '../../weather/balloons/observations.ts';
import { observationTool } from '../observation-tool.ts';

export const getSuperObservations = observationTool(SUPER_OBSERVATIONS, {
  name: 'get_super_observations',
  title: 'Super observations',
});
