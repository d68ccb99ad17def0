import { OBSERVATIONS } from '../../weather/observations.ts';
import { observationTool } from '../observation-tool.ts';

export const getObservations = observationTool(OBSERVATIONS, {
  name: 'get_observations',
  title: 'Observations',
});
