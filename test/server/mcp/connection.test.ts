import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allAccessRole, type CreatedApiToken } from '../../../src/keys/contract.ts';
import { health } from '../../../src/urls.ts';
import { engineMissing } from '../../helpers/database.ts';
import { connect, personalLink } from '../../mcp/assistant.ts';
import { type DocumentedPortal, startDocumentedPortal } from '../../mcp/documented-portal.ts';
import { linkQuery, postRaw } from '../../mcp/raw-call.ts';

const newest = '2026-07-28';

describe.skipIf(engineMissing)('an MCP request', () => {
  let portal: DocumentedPortal;
  let key: CreatedApiToken;
  beforeAll(async () => {
    portal = await startDocumentedPortal();
    key = await portal.createKey(allAccessRole);
  });
  afterAll(() => portal.close());

  test.each(['close', 'keep-alive'])(
    'has its connection kept or closed as the client asks: %s',
    async (connection) => {
      const answer = await postRaw(portal.url, { query: linkQuery(key), headers: { connection } });
      expect(answer.status).toBe(200);
      expect(answer.headers['content-type']).toBe('text/event-stream');
      expect(answer.headers.connection).toBe(connection);
    },
  );

  async function send(
    revision: string | undefined,
    method: string,
    call: { name?: string; given?: object; to?: DocumentedPortal; as?: CreatedApiToken } = {},
  ) {
    const { name, given, to = portal, as = key } = call;
    const isNewest = revision === newest;
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': newest,
      'io.modelcontextprotocol/clientInfo': { name: 'probe', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const answer = await postRaw(to.url, {
      query: linkQuery(as),
      headers: {
        ...(revision && { 'mcp-protocol-version': revision }),
        ...(isNewest && { 'mcp-method': method, ...(name && { 'mcp-name': name }) }),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 7,
        method,
        params: { name, arguments: given, ...(isNewest && { _meta }) },
      }),
    });
    return { ...answer, message: JSON.parse(answer.body.slice(answer.body.indexOf('{'))) };
  }

  test.each([undefined, '2025-03-26', '2025-06-18', '2025-11-25', newest])(
    'is answered in the revision %s of the protocol, with X-Synthetic',
    async (revision) => {
      const list = await send(revision, 'tools/list');
      expect(list.message).toMatchObject({ jsonrpc: '2.0', id: 7 });
      expect(list.message.result.tools.length).toBeGreaterThan(10);
      const given = { coordinates: '42,-71', max_forecast_hour: 2 };
      const point = await send(revision, 'tools/call', { name: 'get_point_forecast', given });
      expect(point.message.result.structuredContent.forecasts[0].hours).toHaveLength(3);
      for (const { status, headers } of [list, point]) {
        expect(status).toBe(200);
        expect(headers['x-synthetic']).toBe('true');
        expect(headers['cache-control']).toBe('no-store');
        expect(headers['content-type']).toMatch(
          revision === newest ? /^application\/json/ : /^text\/event-stream/,
        );
      }
    },
  );

  test.each([newest, '2025-11-25'])(
    'that is under way is answered when the portal stops: %s',
    async (revision) => {
      const to = await startDocumentedPortal();
      const as = await to.createKey(allAccessRole);
      const given = { variable: 'wind_10m' };
      const answered = send(revision, 'tools/call', { name: 'get_gridded_summary', given, to, as });
      // The answer to another request shows that the portal has read what was sent before.
      expect((await fetch(to.url + health)).status).toBe(200);
      const stopped = to.close();
      expect((await answered).message.result.structuredContent.variables[0].points).toBe(721 * 1440);
      await stopped;
    },
  );

  test('that opens a subscription gets a stream until the portal stops', async () => {
    const to = await startDocumentedPortal();
    const assistant = await connect(personalLink(to.url, await to.createKey()));
    const subscription = await assistant.client.listen({ toolsListChanged: true });
    expect((await assistant.call('get_key_status')).isError).toBe(false);
    await to.close();
    expect(await subscription.closed).toBe('graceful');
    await assistant.close();
  });
});
