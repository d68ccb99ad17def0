import { observationTool } from '../toolkit/observation-tool.ts';

export const getObservations = observationTool('observations', {
  name: 'get_observations',
  title: 'Observations',
});
