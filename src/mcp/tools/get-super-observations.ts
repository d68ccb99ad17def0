import { superObservations } from '../../weather/balloons/observations.ts';
import { observationTool } from '../observation-tool.ts';

export const getSuperObservations = observationTool(superObservations, {
  name: 'get_super_observations',
  title: 'Super observations',
});
