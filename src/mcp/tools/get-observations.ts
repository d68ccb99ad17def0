import { OBSERVATIONS } from '../../weather/balloons/observations.ts';
import { observationTool } from '../observation-tool.ts';

export const getObservations = observationTool(OBSERVATIONS, {
  name: 'get_observations',
  title: 'Observations',
});
