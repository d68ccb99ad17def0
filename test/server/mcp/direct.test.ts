import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allAccessRole, type CreatedApiToken } from '../../../src/keys/contract.ts';
import { engineMissing } from '../../helpers/database.ts';
import { eventually } from '../../helpers/process.ts';
import { type DocumentedPortal, startDocumentedPortal } from '../../mcp/documented-portal.ts';
import { linkQuery, postRaw } from '../../mcp/raw-call.ts';

const modern = '2026-07-28';
const eras = [undefined, '2025-03-26', '2025-06-18', '2025-11-25', modern];
const box = { min_latitude: 40, max_latitude: 42, min_longitude: 0, max_longitude: 2 };

/** Every tool, answered, refused for its arguments, and refused for the role. */
const calls: [name: string, given: Record<string, unknown> | undefined][] = [
  ['get_point_forecast', { coordinates: '42,-71', max_forecast_hour: 2 }],
  ['get_point_forecast', { coordinates: 'Boston' }],
  ['get_point_forecast', undefined],
  ['get_ensemble_forecast', { coordinates: '42,-71', variable: 'temperature' }],
  ['get_initialization_times', {}],
  ['get_gridded_summary', { variable: 'wind_10m', ...box }],
  ['get_degree_days', { kind: 'hdd', states: ['ME'] }],
  ['get_tropical_cyclones', { coordinates: '27,-81' }],
  ['get_observations', { mission_id: 'W-5890' }],
  ['get_super_observations', { mission_id: 'W-5890', every_minutes: 60 }],
  ['get_sounding', { mission_id: 'W-5870' }],
  ['get_flying_missions', { page_size: 3 }],
  ['get_current_location', { mission_id: 'W-5890' }],
  ['get_flight_path', { mission_id: 'W-5890' }],
  ['get_predicted_path', { mission_id: 'W-5890' }],
  ['get_launch_site', { mission_id: 'W-1' }],
  ['get_key_status', {}],
  ['get_code', { endpoint: '/points', language: 'ruby', arguments: { coordinates: '1,1' } }],
  ['search_docs', { query: 'wind – ünï' }],
  ['read_docs_page', { path: '/docs/mcp', part: 99 }],
  ['make_tea', {}],
];

describe.skipIf(engineMissing)('a call that is answered directly', () => {
  let portal: DocumentedPortal;
  let paid: CreatedApiToken;
  let free: CreatedApiToken;
  beforeAll(async () => {
    portal = await startDocumentedPortal();
    paid = await portal.createKey(allAccessRole);
    free = await portal.createKey();
    await portal.operator.limit(paid.external_id, '100000');
  });
  afterAll(() => portal.close());

  /** The same call twice: as clients send it, and with a field more, which changes nothing but the way. */
  async function ask(
    key: CreatedApiToken,
    era: string | undefined,
    { method, name, given }: { method: string; name?: string; given?: Record<string, unknown> | undefined },
    way: 'direct' | 'package',
  ) {
    const client = { name: 'probe', version: '1', ...(way === 'package' ? { title: 'Probe' } : {}) };
    const meta = {
      'io.modelcontextprotocol/protocolVersion': modern,
      'io.modelcontextprotocol/clientInfo': client,
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const _meta = era === modern ? meta : way === 'package' ? {} : undefined;
    const params = { name, arguments: given, _meta };
    const headers = {
      ...(era ? { 'mcp-protocol-version': era } : {}),
      ...(era === modern ? { 'mcp-method': method, ...(name ? { 'mcp-name': name } : {}) } : {}),
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params });
    const answer = await postRaw(portal.url, { query: linkQuery(key), headers, body });
    const message = JSON.parse(answer.body.slice(answer.body.indexOf('{')));
    // Each call takes one away.
    delete message.result?._meta?.quota;
    delete message.result?.structuredContent?.requests;
    if (name === 'get_key_status') delete message.result?.content;
    const kept = Object.entries(answer.headers).filter(([header]) =>
      /^(mcp-|allow$|x-synthetic)/.test(header),
    );
    return {
      status: answer.status,
      message,
      headers: Object.fromEntries(kept),
      type: answer.headers['content-type'],
    };
  }

  describe.each(eras)('in the revision %s', (era) => {
    test('has the message, status and headers of the protocol’s package, for every tool and mistake', async () => {
      for (const [name, given] of calls) {
        for (const key of [paid, free]) {
          const call = { method: 'tools/call', name, given };
          const { type, ...direct } = await ask(key, era, call, 'direct');
          const { type: _other, ...other } = await ask(key, era, call, 'package');
          expect(direct, `${name} ${JSON.stringify(given)}`).toEqual(other);
          if (name !== 'make_tea') expect(type).toMatch(/^application\/json\b/);
        }
      }
    }, 60_000);

    test('lists the tools as the package does, for either role', async () => {
      for (const key of [paid, free]) {
        const { type, ...direct } = await ask(key, era, { method: 'tools/list' }, 'direct');
        const { type: _other, ...other } = await ask(key, era, { method: 'tools/list' }, 'package');
        expect(direct).toEqual(other);
        expect(type).toMatch(/^application\/json\b/);
      }
    });
  });

  test('every tool is among them', () => {
    const sections = portal.site.pages.flatMap((page) => portal.site.sectionsOf(page));
    const names = sections.flatMap((section) =>
      section.kind === 'mcp' ? section.mcp.available_endpoints.map(({ name }) => name) : [],
    );
    expect(new Set(calls.map(([name]) => name))).toEqual(new Set([...names, 'make_tea']));
  });

  test('a storm of refusals leaves few records in the log, and the rest as a number', async () => {
    portal.logLines.length = 0;
    const call = { method: 'tools/call', name: 'get_observations', given: {} };
    await Promise.all(Array.from({ length: 60 }, () => ask(free, undefined, call, 'direct')));
    const wrong = { ...free, token: 'wb_wrong' };
    await Promise.all(
      Array.from({ length: 60 }, () => postRaw(portal.url, { query: linkQuery(wrong), headers: {} })),
    );
    const records = () => portal.logLines.filter((line) => line.includes('"refused"'));
    expect(records().length).toBeLessThan(90);
    // The tests before may have had the records of this second: then the number comes, at its end.
    await eventually(() => records().length > 0 || undefined);
  });
});
