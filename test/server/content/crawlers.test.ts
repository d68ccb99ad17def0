import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { robots, sitemap } from '../../../src/urls.ts';
import { engineMissing } from '../../helpers/database.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('a search engine', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal({ PUBLIC_URL: 'https://teapot.example' });
  });
  afterAll(() => portal.close());

  test('is sent away from what is personal, and told where the pages are listed', async () => {
    const answer = await portal.server.inject({ url: robots });
    expect(answer.headers['content-type']).toContain('text/plain');
    expect(answer.body).toContain('Disallow: /docs/api-keys\nDisallow: /docs/account\nDisallow: /users/\n');
    expect(answer.body).toContain('Sitemap: https://teapot.example/sitemap.xml');
  });

  test('finds every page in the list, by its public address', async () => {
    const answer = await portal.server.inject({ url: sitemap });
    expect(answer.headers['content-type']).toContain('application/xml');
    const listed = [...answer.body.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => match[1]);
    expect(listed).toEqual(
      ['/', '/docs', '/docs/teapots', '/docs/spills'].map((path) => `https://teapot.example${path}`),
    );
  });
});
