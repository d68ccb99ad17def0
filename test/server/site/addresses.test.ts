import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as urls from '../../../src/urls.ts';
import { engineMissing } from '../../helpers/database.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

const { calls, pages, basePaths, relative } = urls;

describe.skipIf(engineMissing)('every path of the portal', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  const status = async (url: string) =>
    (await portal.server.inject({ url, headers: { host: 'localhost:3000' } })).statusCode;
  const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const;
  const isRouted = (url: string) => methods.some((method) => portal.server.hasRoute({ method, url }));

  test('is routed under both spellings of the base path', () => {
    const known = Object.values(calls).map((call) =>
      typeof call === 'string' ? call : call(':id').replace('%3A', ':'),
    );
    const underBase = basePaths.flatMap((base) => Object.values(relative).map((path) => base + path));
    const unrouted = [...known, ...underBase].filter((url) => !isRouted(url));
    expect(unrouted).toEqual([]);
  });

  test.each([
    urls.health,
    urls.ready,
    urls.openApi,
    urls.robots,
    urls.sitemap,
    urls.llms,
    urls.llmsFull,
    urls.searchIndex,
  ])('answers: %s', async (url) => expect(await status(url)).toBe(200));

  test('opens the dev mailbox with its link', async () => {
    expect(portal.mailboxLink).toContain(urls.devMail);
    expect(await status(portal.mailboxLink!)).toBe(200);
  });

  test.each([pages.landing, pages.docs, pages.apiKeys, pages.resetPassword, urls.markdownOf(pages.docs)])(
    'is a page: %s',
    async (url) => expect(await status(url)).toBe(200),
  );

  test.each([`${urls.api}/points`, urls.gatewayVerify, urls.mcpServer])('needs a key: %s', async (url) => {
    expect([401, 403, 405]).toContain(await status(url));
  });

  test('has its data files', async () => {
    expect(await status(urls.dataFile('endpoints', 'teapots.yaml'))).toBe(200);
  });
});
