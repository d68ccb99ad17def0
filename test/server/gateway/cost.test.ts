import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { api, gatewayVerify } from '../../../src/urls.ts';
import { engineMissing } from '../../helpers/database.ts';
import { withSecret } from '../../helpers/keys.ts';
import { connect, personalLink } from '../../mcp/assistant.ts';
import { type DocumentedPortal, startDocumentedPortal } from '../../mcp/documented-portal.ts';

describe.skipIf(engineMissing)('a point forecast costs one request per 10 places, rounded up', () => {
  let portal: DocumentedPortal;
  let key: CreatedApiToken;
  beforeAll(async () => {
    portal = await startDocumentedPortal();
    key = await portal.createKey();
  });
  afterAll(() => portal.close());

  const coordinatesOf = (places: number) => Array.from({ length: places }, () => '1,2').join(';');
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(portal.url + path, { headers: { authorization: withSecret(key), ...headers } });
  const remaining = async () => {
    const { headers } = await ask(`${api}/points?coordinates=1,2&max_forecast_hour=0`);
    return Number(headers.get('x-ratelimit-remaining'));
  };
  /** Returns what the call takes from the hour, without the call that reads the count. */
  const costOf = async (use: () => Promise<unknown>) => {
    const before = await remaining();
    await use();
    return before - (await remaining()) - 1;
  };

  test.each([
    [1, 1],
    [10, 1],
    [11, 2],
    [50, 5],
    [51, 5],
  ])('over the API: %i places cost %i', async (places, cost) => {
    const path = `${api}/points?max_forecast_hour=0&coordinates=${coordinatesOf(places)}`;
    expect(await costOf(() => ask(path))).toBe(cost);
    expect(await costOf(() => ask(`${path};`))).toBe(cost);
  });

  test('over MCP', async () => {
    const assistant = await connect(personalLink(portal.url, key));
    const call = (places: number) =>
      assistant.call('get_point_forecast', { coordinates: coordinatesOf(places), max_forecast_hour: 0 });
    expect(await costOf(() => call(1))).toBe(1);
    expect(await costOf(() => call(20))).toBe(2);
    expect(await costOf(() => assistant.call('search_docs', { query: 'wind' }))).toBe(0);
    await assistant.close();
  });

  test('but one at the verifier, which ignores the query', async () => {
    const uri = `${api}/points?coordinates=${coordinatesOf(50)}`;
    const verify = () => ask(gatewayVerify, { 'x-original-method': 'GET', 'x-original-uri': uri });
    expect((await verify()).status).toBe(200);
    expect(await costOf(verify)).toBe(1);
  });

  test('and is denied when less than its cost is left', async () => {
    const small = await portal.createKey();
    await portal.operator.limit(small.external_id, '4');
    const path = `${api}/points?max_forecast_hour=0&coordinates=${coordinatesOf(50)}`;
    const answer = await fetch(portal.url + path, { headers: { authorization: withSecret(small) } });
    expect(answer.status).toBe(429);
  });
});
