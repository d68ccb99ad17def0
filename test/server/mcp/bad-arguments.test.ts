import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allAccessRole } from '../../../src/keys/contract.ts';
import { engineMissing } from '../../helpers/database.ts';
import { type Assistant, connect, personalLink } from '../../mcp/assistant.ts';
import { type DocumentedPortal, startDocumentedPortal } from '../../mcp/documented-portal.ts';

const aRegion = { variable: 'temperature_2m', time: '2026-03-15T12' };

/** Models make these mistakes. The words tell them what to change. */
const mistakes: [tool: string, given: Record<string, unknown>, advice: string | RegExp][] = [
  ['get_point_forecast', {}, 'coordinates is required: pass latitude,longitude such as 42.36,-71.06'],
  ['get_point_forecast', { latitude: 42 }, 'latitude and longitude go together'],
  ['get_point_forecast', { coordinates: '1,1', latitude: 42, longitude: 1 }, 'not both'],
  ['get_point_forecast', { coordinates: 'Boston' }, 'such as 37,-121;40.3,-100'],
  ['get_point_forecast', { coordinates: '95,0' }, 'latitude must be from -90 to 90'],
  ['get_point_forecast', { coordinates: true }, 'coordinates: Invalid input: expected string'],
  // These values cannot be converted to text.
  ['get_point_forecast', { latitude: { toString: 1 }, longitude: 0 }, 'latitude: send a number from -90'],
  ['get_point_forecast', { coordinates: { lat: { toString: 1 }, lon: 0 } }, 'coordinates: Invalid input'],
  ['get_point_forecast', { coordinates: [[{ toString: 1 }, 0]] }, 'coordinates: Invalid input'],
  ['get_point_forecast', { coordinates: '1,1', timezone: 'Boston' }, 'such as America/New_York'],
  ['get_point_forecast', { coordinates: '1,1', step_hours: 5 }, 'step_hours must be 1, 3, 6, 12, 24'],
  [
    'get_point_forecast',
    { coordinates: '1,1', max_forecast_hour: 'six' },
    'max_forecast_hour: send a number from 0',
  ],
  ['get_point_forecast', { coordinates: '1,1;'.repeat(21) }, 'At most 20 places'],
  [
    'get_point_forecast',
    { coordinates: '1,1', min_forecast_time: 'tomorrow' },
    'min_forecast_time must be a time in UTC such as',
  ],
  [
    'get_point_forecast',
    { coordinates: '1,1', max_forecast_hour: 400 },
    'max_forecast_hour: send a number from 0 to 360',
  ],
  [
    'get_point_forecast',
    { coordinates: '1,1', min_forecast_time: '2027-01-01' },
    /No hour of the forecast is in this range.*to 2026-03-29T06:00:00/,
  ],
  [
    'get_point_forecast',
    { coordinates: '1,1', initialization_time: '2026-03-14T03' },
    'Runs start at 00, 06, 12 and 18 UTC',
  ],
  ['get_point_forecast', { coordinates: '1,1', place: 'Boston' }, /"place".*Valid parameters: coordinates/],
  [
    'get_point_forecast',
    { coordinates: '1,1', initialization_time: '2026-03-12T18', compare: true },
    'There is no previous run to compare with',
  ],
  ['get_ensemble_forecast', { variable: 'temperature' }, 'coordinates is required'],
  ['get_ensemble_forecast', { coordinates: '1,1' }, 'variable (required)'],
  ['get_ensemble_forecast', { coordinates: '1,1;2,2', variable: 'temperature' }, 'Pass one place'],
  [
    'get_ensemble_forecast',
    { coordinates: '1,1', variable: 'rain', time: '2026-03-15', end_time: '2026-03-25', step_hours: 3 },
    'Increase step_hours',
  ],
  ['get_initialization_times', { ens_member: 26 }, /ens_member/],
  ['get_initialization_times', { ens_member: 1, intracycle: true }, 'cannot be combined'],
  ['get_gridded_summary', { ...aRegion, variable: 'snow' }, 'variable must be temperature_2m, '],
  ['get_gridded_summary', { ...aRegion, variable: '501/temperature' }, 'a level of 10, 20, '],
  [
    'get_gridded_summary',
    { variable: 'temperature_2m', forecast_hour: 6 },
    'Send either time, or initialization_time and forecast_hour',
  ],
  ['get_gridded_summary', { ...aRegion, time: '2020-01-01' }, 'No forecast is within an hour'],
  ['get_gridded_summary', { ...aRegion, end_time: '2026-03-14' }, 'end_time must not be earlier than time'],
  ['get_gridded_summary', { ...aRegion, end_time: '2026-03-16' }, 'make the region smaller'],
  [
    'get_gridded_summary',
    { ...aRegion, min_latitude: 10, max_latitude: 5 },
    'min_latitude must not be greater',
  ],
  [
    'get_gridded_summary',
    { ...aRegion, min_latitude: 10.1, max_latitude: 10.2 },
    /make it larger, or use get_point_forecast/,
  ],
  ['get_degree_days', {}, 'kind: Invalid option: expected one of "hdd"|"cdd"'],
  [
    'get_degree_days',
    { kind: 'hdd', states: ['Ontario'] },
    /"Ontario" is not one of the states\. .*Alabama, Alaska, /,
  ],
  ['get_degree_days', { kind: 'hdd', external_model: 'gfs', intracycle: true }, 'cannot be combined'],
  ['get_degree_days', { kind: 'hdd', initialization_time: '2026-03-14T12' }, 'request an earlier run'],
  ['get_degree_days', { kind: 'hdd', min_date: '2030-01-01' }, 'it has the days from 2026-03-1'],
  ['get_tropical_cyclones', { within_km: 500 }, 'within_km needs a place'],
  ['get_tropical_cyclones', { basin: 'Mediterranean' }, /basin: Invalid option: expected one of "NA"/],
  ['get_tropical_cyclones', { after: 'XX012026' }, 'omit it to start over'],
  ['get_observations', { mission_id: 'W-1' }, 'No mission has this mission_id'],
  ['get_observations', { min_time: 'yesterday' }, 'min_time must be a time'],
  ['get_observations', { min_time: '2026-03-14', max_time: '2026-03-13' }, 'must not be later than max_time'],
  ['get_observations', { order_by: 'arrival', every_minutes: 30 }, 'omit every_minutes to get every row'],
  ['get_observations', { as_of: 'yesterday' }, 'as_of must be a time'],
  ['get_observations', { after: 'W-5890; W-5891' }, 'as in next_arguments'],
  ['get_super_observations', { order_by: 'arrival', after: 'W-5890' }, 'omit them in order of arrival'],
  ['get_super_observations', { since: 'now' }, 'since must be a time'],
  ['get_super_observations', { min_latitude: -91 }, 'min_latitude: send a number from -90 to 90'],
  [
    'get_super_observations',
    { order_by: 'arrival', min_time: '2024-01-01', min_latitude: 88.5 },
    /Nothing was measured there up to 2024.*pass a mission_id/,
  ],
  ['get_sounding', { mission_id: 'W-99999' }, 'from get_flying_missions'],
  ['get_sounding', { coordinates: '1,1', leg: 2 }, 'leg goes with mission_id'],
  ['get_sounding', { mission_id: 'W-5870', time: '2026-03-14' }, 'within_km and time go with a place'],
  [
    'get_sounding',
    { coordinates: '1,1', within_km: 20_000, time: '2026-03-20' },
    'within 12 hours of that time',
  ],
  [
    'get_gridded_summary',
    { variable: 'temperature_2m', coordinates: '48,2', time: '2026-03-20T15:00Z' },
    'every hour until 2026-03-19T06:00:00+00:00, then 00, 06, 12 and 18 UTC until 2026-03-29T06:00:00+00:00',
  ],
  ['get_sounding', { mission_id: 'W-1960', leg: 999 }, /leg must be from 1 to \d+: W-1960/],
  ['get_flying_missions', { limit: 0 }, 'limit: send a number from 1'],
  ['get_flying_missions', { coordinates: '1,1;2,2' }, 'Pass one place'],
  ['get_current_location', { mission_id: 'W-1960' }, 'W-1960 has landed: get_flight_path'],
  [
    'get_flight_path',
    { mission_id: 'W-1960', every_minutes: 1 },
    'every_minutes: send a number from 10 to 1440',
  ],
  ['get_flight_path', { mission_id: 'W-5870', as_of: 'yesterday' }, 'as_of must be a time'],
  ['get_predicted_path', { mission_id: 'balloon' }, 'from get_flying_missions'],
  ['get_predicted_path', { mission_id: 'W-1960' }, 'W-1960 has landed'],
  ['get_launch_site', {}, 'mission_id (required)'],
  ['get_launch_site', { mission_id: 'W-99999' }, 'from get_flying_missions'],
  ['get_key_status', { key: 'mine' }, '"key" is not a parameter of this tool'],
  [
    'get_point_forecast',
    { coordinates: '1,1', lat: 1, lon: 2 },
    '"lat", "lon" are not parameters of this tool. Valid parameters: coordinates, latitude',
  ],
  ['get_code', { endpoint: '/tea', language: 'ruby' }, /No such endpoint\. Available endpoints: .*\/points/],
  [
    'get_code',
    { endpoint: '/points', language: 'netcdf' },
    'This endpoint has no code in netcdf, only in curl',
  ],
  [
    'get_code',
    { endpoint: '/points', language: 'ruby', arguments: { place: 'x' } },
    '"place" is not a parameter',
  ],
  [
    'get_code',
    { endpoint: '/missions/{id}/launch_site.json', language: 'curl', arguments: { id: '' } },
    'id: This field is required.',
  ],
  ['search_docs', { query: ' ' }, 'query: Too small'],
  ['read_docs_page', { path: '/docs/nowhere' }, /No such page\. The pages are \/docs, /],
  ['read_docs_page', { path: '/docs/mcp#nowhere' }, /Its sections are .*overview, /],
  ['read_docs_page', { path: '/docs/mcp', part: 99 }, /This page has \d+ parts/],
];

describe.skipIf(engineMissing)('bad arguments are answered with what to change', () => {
  let portal: DocumentedPortal;
  let assistant: Assistant;
  beforeAll(async () => {
    portal = await startDocumentedPortal();
    const key = await portal.createKey(allAccessRole);
    await portal.operator.limit(key.external_id, '100000');
    assistant = await connect(personalLink(portal.url, key));
  });
  afterAll(async () => {
    await assistant.close();
    await portal.close();
  });

  test.each(mistakes)('%s %o', async (name, given, advice) => {
    const { isError, text } = await assistant.call(name, given);
    expect(isError, text).toBe(true);
    expect(text).toMatch(advice);
    expect(text).not.toMatch(/on our side/);
  });

  test('every tool is among them, and survives whatever JSON it is given', async () => {
    const { tools } = await assistant.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...new Set(mistakes.map(([name]) => name))]);
    for (const { name, inputSchema } of tools) {
      const names = ['anything', ...Object.keys(inputSchema.properties ?? {})];
      const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.string({ unit: 'binary', maxLength: 60 }));
      await fc.assert(
        fc.asyncProperty(fc.dictionary(fc.constantFrom(...names), value), async (given) => {
          expect((await assistant.call(name, given)).text).not.toMatch(/on our side/);
        }),
        { numRuns: 20 },
      );
    }
    expect(portal.logLines.join('')).not.toContain('unexpected error');
  }, 60_000);

  test('an unknown tool gets its own error, with the names of the available ones', async () => {
    await expect(assistant.call('get_tea')).rejects.toThrow(
      /No such tool\. Available tools: get_point_forecast, /,
    );
  });
});
