import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, gatewayVerify, mcpServer } from '../../../src/urls.ts';
import { engineMissing } from '../../helpers/database.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

const long = 'x'.repeat(12_000);

describe.skipIf(engineMissing)('untrusted input', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  test.each([
    ['a refused call', `${api}/${long}`],
    ['a question of a gateway', `${gatewayVerify}/${long}`],
    ['a missing page', `/${long}`],
    ['a call of MCP without a key', `${mcpServer}?client_id=${long}`],
  ])('fills only a few log lines, whatever its length: %s', async (_, url) => {
    portal.logLines.length = 0;
    await portal.server.inject({ url, headers: { authorization: `Basic ${long}`, 'user-agent': long } });
    expect(portal.logLines.join('').length).toBeLessThan(3000);
  });

  test('is logged by its beginning and its length', async () => {
    portal.logLines.length = 0;
    const url = `${api}/${long}`;
    await portal.server.inject({ url });
    expect(portal.logLines.join('')).toContain(`… (${url.length})`);
  });
});
