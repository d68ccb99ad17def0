import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PageProps } from '../../../src/content/contract.ts';
import { renderPages } from '../../../src/site/pages.ts';
import { pages, status } from '../../../src/urls.ts';
import { FleetFeed } from '../../../src/weather/fleet/fleet-feed.ts';
import { landingMap } from '../../../src/weather/fleet/landing-map.ts';
import type { ApiStatus } from '../../../src/weather/status/contract.ts';
import { engineMissing } from '../../helpers/database.ts';
import { type HostileApi, quickBehaviours, startHostileApi } from '../../helpers/hostile-api.ts';
import { createKey, operatorOf } from '../../helpers/keys.ts';
import { realContent, startPortal, type TestPortal } from '../../helpers/portal.ts';
import { type Assistant, connect, personalLink } from '../../mcp/assistant.ts';

/** The calls cover each format: a page of JSON, a list, a file. */
const calls = [
  ['get_point_forecast', { coordinates: '42.36,-71.06' }],
  ['get_flying_missions', {}],
  ['get_gridded_summary', { variable: 'temperature_2m' }],
] as const;

describe.skipIf(engineMissing)('with an API that misbehaves', () => {
  let hostile: HostileApi;
  let portal: TestPortal;
  let assistant: Assistant;
  let secret: string;
  beforeAll(async () => {
    hostile = await startHostileApi();
    portal = await startPortal(
      { FORECASTS_API_URL: hostile.url, DATA_API_URL: hostile.url, DEMO_KEY: 'wbc_operator:wb_secret' },
      undefined,
      realContent,
    );
    const key = await createKey(await portal.signUp());
    await operatorOf(portal).grant(key.external_id, 'all_access');
    secret = key.token;
    const url = await portal.server.listen({ port: 0, host: '127.0.0.1' });
    assistant = await connect(personalLink(url, key));
  });
  afterAll(async () => {
    await assistant?.close();
    await portal.close();
    await hostile.close();
  });

  test.each(quickBehaviours)(
    'that %s, every tool ends in a sentence, and little of it is read',
    async (behaviour) => {
      hostile.behave(behaviour);
      for (const [name, given] of calls) {
        const before = hostile.bytesSent();
        const { isError, text } = await assistant.call(name, given);
        expect([name, isError]).toEqual([name, true]);
        expect(text).toMatch(/^The (API|provider's API|provider's file) .*\.$/);
        expect(hostile.bytesSent() - before).toBeLessThan(32 * 1024 * 1024);
      }
    },
  );

  test.each(quickBehaviours)('that %s, the status is down', async (behaviour) => {
    hostile.behave(behaviour);
    portal.clock.pass(60);
    expect((await portal.server.inject({ url: status })).json<ApiStatus>()).toMatchObject({
      forecasts: { state: 'down', why: expect.stringMatching(/API .*\.$/) },
      observations: { state: 'down', why: expect.stringMatching(/API .*\.$/) },
    });
  });

  test.each(quickBehaviours)(
    'that %s, the landing page is served at once, without a map',
    async (behaviour) => {
      hostile.behave(behaviour);
      const map = landingMap(portal.config, portal.site.summary, new FleetFeed(Date.now))!;
      await expect(map.draw()).rejects.toMatchObject({ message: expect.stringContaining('API') });
      const shown: (string | undefined)[] = [];
      const renderBody = ({ picture }: PageProps) => {
        shown.push(picture);
        return '';
      };
      const { site, config } = portal;
      const renderer = { assets: { script: '/main.js' }, renderBody };
      await renderPages({ site, publicUrl: config.publicUrl, landingMap: map }, renderer).find(pages.landing);
      expect(shown).toEqual([undefined]);
    },
  );

  test('credentials are sent nowhere else and are not logged', () => {
    expect(hostile.elsewhere).toEqual([]);
    expect(portal.logLines.join()).not.toContain(secret);
    expect(portal.logLines.join()).not.toContain('wb_secret');
  });
});
