import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allAccessRole, type CreatedApiToken } from '../../../src/keys/contract.ts';
import { engineMissing } from '../../helpers/database.ts';
import { bestTurnMs, maxTurnMs } from '../../helpers/longest-turn.ts';
import { askApi } from '../../mcp/api.ts';
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
      error: 'A batch can have at most 20 calls. Send the rest in another request.',
    });
    const answered = await post(20, 'search_docs', { query: 'wind' });
    expect(answered.status).toBe(200);
    expect(answered.body.match(/"id":\d+/g)).toHaveLength(20);
  });

  const quotaLeft = async () => {
    const answer = await askApi(portal.url, key, '/points?coordinates=1,1&max_forecast_hour=0');
    return Number(answer.headers.get('x-ratelimit-remaining'));
  };

  test('of twenty grid summaries is over within 5 s, and says how to split what it did not do', async () => {
    const before = await quotaLeft();
    const cpu = process.threadCpuUsage();
    const { status, body } = await post(20, 'get_gridded_summary', {
      variable: 'wind_10m',
      time: '2026-03-15T00:00:00Z',
    });
    // CPU time of this thread, which serves the portal; wall time would include other tests.
    const { user, system } = process.threadCpuUsage(cpu);
    expect(status).toBe(200);
    const results = resultsIn(body);
    expect(results).toHaveLength(20);
    const answered = results.filter(({ structuredContent }) => pointsIn(structuredContent) === 721 * 1440);
    const refused = results.filter(({ isError }) => isError);
    expect(answered.length).toBeGreaterThan(0);
    expect(answered.length + refused.length).toBe(20);
    for (const { content } of refused)
      expect(content[0]!.text).toBe(
        `This call was not made or counted, because the batch ran out of time after ${answered.length === 1 ? '1 call' : `${answered.length} calls`}. Send the rest in batches of at most ${answered.length}.`,
      );
    expect(before - (await quotaLeft())).toBe(2 * answered.length + 1);
    expect((user + system) / 1000).toBeLessThan(5000);
  });

  test('of twenty small ones is answered whole', async () => {
    const place = { min_latitude: 40, max_latitude: 41, min_longitude: 0, max_longitude: 1 };
    const { body } = await post(20, 'get_gridded_summary', { variable: '500/temperature', ...place });
    expect(
      resultsIn(body).filter(({ structuredContent }) => pointsIn(structuredContent) === 25),
    ).toHaveLength(20);
  });

  const coordinates = Array.from({ length: 20 }, (_, index) => `${index},${index * 3}`).join(';');

  test.each([
    [20, 'get_point_forecast', { coordinates }],
    [20, 'get_gridded_summary', { variable: 'precipitation', time: '2026-03-15T00:00:00Z' }],
    [20, 'get_observations', { min_time: '2026-03-14T11:00:00Z' }],
    [20, 'get_degree_days', { kind: 'hdd', ens_member: 'mean' }],
    [20, 'get_predicted_path', { mission_id: 'W-5890' }],
    [1, 'get_observations', { order_by: 'height', limit: 5 }],
  ])('leaves the thread to others in between: %i of %s', async (calls, name, given) => {
    const attempt = async () => expect((await post(calls, name, given)).status).toBe(200);
    expect(await bestTurnMs([attempt, attempt, attempt])).toBeLessThan(maxTurnMs);
  });
});

interface Result {
  isError?: boolean;
  structuredContent?: { variables: { points: number }[] };
  content: { text: string }[];
}

const pointsIn = (data: Result['structuredContent']) => data?.variables[0]?.points;

/** Reads all messages of the response, which is JSON or an event stream. */
function resultsIn(body: string): Result[] {
  const texts = body.startsWith('[') ? [body] : [...body.matchAll(/^data: (.+)$/gm)].map(([, data]) => data!);
  const messages = texts.flatMap((text) => JSON.parse(text) as { result: Result } | { result: Result }[]);
  return messages.map(({ result }) => result);
}
