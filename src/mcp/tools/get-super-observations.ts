import { observationTool } from '../flights/observation-tool.ts';

export const getSuperObservations = observationTool('super_observations', {
  name: 'get_super_observations',
  title: 'Super observations',
});
