import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { engineMissing } from '../../helpers/database.ts';
import { type DocumentedPortal, startDocumentedPortal } from '../../mcp/documented-portal.ts';
import { linkQuery, postRaw } from '../../mcp/raw-call.ts';

describe.skipIf(engineMissing)('the connection of an MCP request', () => {
  let portal: DocumentedPortal;
  let key: CreatedApiToken;
  beforeAll(async () => {
    portal = await startDocumentedPortal();
    key = await portal.createKey();
  });
  afterAll(() => portal.close());

  test.each(['close', 'keep-alive'])('is kept or closed as the client asks: %s', async (connection) => {
    const answer = await postRaw(portal.url, { query: linkQuery(key), headers: { connection } });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers.connection).toBe(connection);
  });
});
