import { plainObservations } from '../../weather/balloons/observations.ts';
import { observationTool } from '../observation-tool.ts';

export const getObservations = observationTool(plainObservations, {
  name: 'get_observations',
  title: 'Observations',
});
