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

  test('is kept out of personal pages, and finds the list of all others', async () => {
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

  test("gets the date of a page's last change, if its content has one", async () => {
    const { body } = await portal.server.inject({ url: sitemap });
    expect(body).toContain('/docs</loc><lastmod>2026-03-02</lastmod></url>');
    expect(body).toContain('/docs/teapots</loc><lastmod>2026-01-31</lastmod></url>');
    expect(body).toContain('/docs/spills</loc></url>');
  });

  test('gets structured data: an article about the API, its date and its breadcrumb', async () => {
    const { body } = await portal.browser().get('/docs/teapots');
    const [, data] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)!;
    expect(JSON.parse(data!)).toMatchObject({
      '@context': 'https://schema.org',
      '@graph': [
        { '@type': 'TechArticle', headline: 'Teapots', dateModified: '2026-01-31', about: { '@id': api } },
        {
          '@type': 'BreadcrumbList',
          itemListElement: [
            { position: 1, name: 'Docs', item: 'https://teapot.example/docs' },
            { position: 2, name: 'Teapots', item: 'https://teapot.example/docs/teapots' },
          ],
        },
        { '@type': 'WebAPI', '@id': api, name: 'Teapot Weather API' },
      ],
    });
    expect((await portal.browser().get('/docs/api-keys')).body).not.toContain('ld+json');
  });

  const api = 'https://teapot.example/docs#api';
});
