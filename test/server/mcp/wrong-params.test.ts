import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { engineMissing } from '../../helpers/database.ts';
import { type DocumentedPortal, startDocumentedPortal } from '../../mcp/documented-portal.ts';
import { linkQuery, postRaw } from '../../mcp/raw-call.ts';

describe.skipIf(engineMissing)('params of the wrong kind', () => {
  let portal: DocumentedPortal;
  let key: CreatedApiToken;
  beforeAll(async () => {
    portal = await startDocumentedPortal();
    key = await portal.createKey();
  });
  afterAll(() => portal.close());

  test.each([
    ['initialize', {}],
    ['initialize', { protocolVersion: 1, capabilities: [], clientInfo: null }],
    ['tools/list', { cursor: 1 }],
  ])('of %s are called that, and not an internal error: %j', async (method, params) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await postRaw(portal.url, { query: linkQuery(key), headers: {}, body });
    const { error } = JSON.parse(answer.body.slice(answer.body.indexOf('{')));
    expect(error).toEqual({
      code: -32602,
      message: `The params of ${method} are missing or have the wrong type.`,
    });
  });
});
