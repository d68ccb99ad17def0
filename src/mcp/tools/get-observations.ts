import { observationTool } from '../flights/observation-tool.ts';

export const getObservations = observationTool('observations', {
  name: 'get_observations',
  title: 'Observations',
});
