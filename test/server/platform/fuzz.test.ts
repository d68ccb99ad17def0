import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openApiOf } from '../../../src/content/outputs/openapi.ts';
import { attack, type Tally } from '../../fuzz/attack.ts';
import type { OpenApi } from '../../fuzz/operations.ts';
import type { Surface } from '../../fuzz/requests.ts';
import { surveyPortal } from '../../fuzz/surface.ts';
import { sweep } from '../../fuzz/sweep.ts';
import { TestCredentials } from '../../fuzz/test-credentials.ts';
import { engineMissing } from '../../helpers/database.ts';
import { realContent, startPortal, type TestPortal } from '../../helpers/portal.ts';
import { listen } from '../../helpers/raw-http.ts';

const seconds = 6;

describe.skipIf(engineMissing)('random input to every route', () => {
  let portal: TestPortal;
  let surface: Surface;
  let tally: Tally;
  beforeAll(async () => {
    portal = await startPortal({}, undefined, realContent);
    const port = await listen(portal);
    const url = `http://localhost:${port}`;
    const { database, config, site, clock } = portal;
    const testCredentials = await TestCredentials.open({
      db: database.db,
      secretKeys: config.secretKeys,
      now: clock.now,
      url,
    });
    const openApi = openApiOf(site) as unknown as OpenApi;
    surface = await surveyPortal(url, {
      testCredentials,
      openApi,
      server: portal.server,
      nowMs: clock.now(),
    });
    tally = await attack({ port, testCredentials, surface, seconds, seed: 20_261_115 });
  }, 180_000);
  afterAll(() => portal.close());

  test('is answered, and never with a server error', () => {
    expect(portal.logLines.filter((line) => line.includes('unexpected error'))).toEqual([]);
    expect(tally.shots).toBeGreaterThan(sweep(surface).length);
  });

  test('covers every route, method, documented operation and MCP tool', () => {
    expect(surface.tools.length).toBeGreaterThan(5);
    for (const { aim } of sweep(surface)) expect([...tally.byAim.keys()]).toContain(aim);
  });
});
