import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allAccessRole, type CreatedApiToken } from '../../../src/keys/contract.ts';
import { engineMissing } from '../../helpers/database.ts';
import { bestTurnMs, turnMsMax } from '../../helpers/longest-turn.ts';
import { type DocumentedPortal, startDocumentedPortal } from '../../mcp/documented-portal.ts';
import { linkQuery, postRaw } from '../../mcp/raw-call.ts';

describe.skipIf(engineMissing)('a batch of calls', () => {
  let portal: DocumentedPortal;
  let key: CreatedApiToken;
  beforeAll(async () => {
    portal = await startDocumentedPortal();
    key = await portal.createKey(allAccessRole);
  });
  afterAll(() => portal.close());

  const post = (calls: number, name: string, given: object) => {
    const params = { name, arguments: given };
    const batch = Array.from({ length: calls }, (_, id) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params,
    }));
    return postRaw(portal.url, { query: linkQuery(key), headers: {}, body: ` ${JSON.stringify(batch)}` });
  };

  test('has at most 20 of them', async () => {
    const refused = await post(21, 'search_docs', { query: 'wind' });
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.body)).toMatchObject({
      success: false,
      error: 'At most 20 calls are taken in one batch: send the others in another request.',
    });
    const answered = await post(20, 'search_docs', { query: 'wind' });
    expect(answered.status).toBe(200);
    expect(answered.body.match(/"id":\d+/g)).toHaveLength(20);
  });

  const coordinates = Array.from({ length: 20 }, (_, index) => `${index},${index * 3}`).join(';');

  test.each([
    [20, 'get_point_forecast', { coordinates }],
    [3, 'get_gridded_summary', { variable: 'precipitation', time: '2026-03-15T00:00:00Z' }],
    [20, 'get_observations', { min_time: '2026-03-14T11:00:00Z' }],
    [20, 'get_degree_days', { kind: 'hdd', ens_member: 'mean' }],
    [20, 'get_predicted_path', { mission_id: 'W-5890' }],
  ])('leaves the thread to others in between: %i of %s', async (calls, name, given) => {
    const attempt = async () => expect((await post(calls, name, given)).status).toBe(200);
    expect(await bestTurnMs([attempt, attempt, attempt])).toBeLessThan(turnMsMax);
  });
});
