import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../src/keys/contract.ts';
import { engineMissing } from '../helpers/database.ts';
import { connect, eras, personalLink } from '../mcp/assistant.ts';
import { type DocumentedPortal, startDocumentedPortal } from '../mcp/documented-portal.ts';

describe.skipIf(engineMissing)('smoke', () => {
  let portal: DocumentedPortal;
  let key: CreatedApiToken;
  beforeAll(async () => {
    portal = await startDocumentedPortal();
    key = await portal.createKey('all_access');
  });
  afterAll(() => portal.close());

  test.each(eras)('%s', async (era) => {
    const assistant = await connect(personalLink(portal.url, key), { era });
    console.log(assistant.client.getServerVersion(), assistant.client.getInstructions());
    const { tools } = await assistant.client.listTools();
    console.log(tools.map((tool) => tool.name));
    for (const [name, given] of [
      ['get_point_forecast', { coordinates: '42.36,-71.06', min_forecast_time: '2026-03-15T16:00:00Z', max_forecast_time: '2026-03-15T16:00:00Z' }],
      ['get_point_forecast', { coordinates: '42.36,-71.06' }],
      ['get_initialization_times', {}],
      ['get_gridded_summary', { variable: 'temperature_2m', time: '2026-03-15T12:00:00Z', min_latitude: 40, max_latitude: 45, min_longitude: -75, max_longitude: -69 }],
      ['get_gridded_summary', { variable: '500/geopotential', time: '2026-03-15T12:00:00Z' }],
      ['get_degree_days', { kind: 'hdd' }],
      ['get_tropical_cyclones', {}],
      ['get_observations', {}],
      ['get_super_observations', {}],
      ['get_flying_missions', {}],
      ['get_launch_site', { mission_id: 'W-5900' }],
      ['get_predicted_path', { mission_id: 'W-5900' }],
      ['search_docs', { query: 'wind direction' }],
      ['read_docs_page', { path: '/docs/forecast-api/points' }],
    ] as const) {
      const t = performance.now();
      const { text, result } = await assistant.call(name, given);
      console.log(name, JSON.stringify(result).length, Math.round(performance.now() - t), 'ms', result.isError, text.slice(0, 400), '…', text.slice(-200));
    }
    await assistant.close();
  });
});
