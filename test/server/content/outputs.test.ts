import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  basePaths,
  changelogFeed,
  llms,
  llmsFull,
  openApi,
  relative,
  searchIndex,
} from '../../../src/urls.ts';
import { engineMissing } from '../../helpers/database.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('the documentation in other forms', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  const get = (url: string, headers: Record<string, string> = {}) => portal.server.inject({ url, headers });

  test('the changelog is an Atom feed, newest first, with whole links and escaped text', async () => {
    const { statusCode, headers, body } = await get(changelogFeed);
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    expect([...body.matchAll(/<title>(.*)<\/title>/g)].map((match) => match[1])).toEqual([
      'Teapot Weather API changelog',
      'A new colour',
      'The lid fits',
    ]);
    expect(body).toContain('<updated>2026-11-09T00:00:00Z</updated>');
    expect(body).toContain('Brown &amp; white.');
    expect(body).toContain('<link href="http://localhost:3000/docs/spills#spills-the-lid-fits"/>');
    expect(body).toContain('[teapots](http://localhost:3000/docs/teapots)');
  });

  test('pages beside the chapters are Markdown, in llms.txt and in the search', async () => {
    expect((await get('/docs/spills.md')).body).toContain('### 418 A teapot');
    expect((await get(llms)).body).toContain(
      '## Small print\n\n- [Spills](http://localhost:3000/docs/spills.md): What to do about them.',
    );
    expect((await get(searchIndex)).body).toContain('/docs/spills#spills-418-a-teapot');
  });

  test('what every endpoint can answer is in OpenAPI', async () => {
    const { paths } = (await get(openApi)).json();
    expect(paths['/teapots'].get.responses[418].description).toBe('It is a teapot.');
  });

  describe('Markdown', () => {
    test.each(['/docs', '/docs/teapots'])('is the same at %s.md and by Accept', async (path) => {
      const bySuffix = await get(`${path}.md`);
      const byAccept = await get(path, { accept: 'text/markdown' });
      expect(bySuffix.statusCode).toBe(200);
      expect(bySuffix.headers['content-type']).toBe('text/markdown; charset=utf-8');
      expect(byAccept.headers['content-type']).toBe('text/markdown; charset=utf-8');
      expect(byAccept.body).toBe(bySuffix.body);
      expect(byAccept.headers.vary).toBe('Accept-Encoding, Accept');
      expect(byAccept.headers['set-cookie']).toBeUndefined();
    });

    test('says what the page says, with whole links', async () => {
      const { body } = await get('/docs.md');
      expect(body).toMatch(/^# Overview\n\nAll about tea and weather\.\n/);
      expect(body).toContain(
        'Boil water at `http://localhost:3000/api/v1`. Ask leaves@teapot.example for leaves.',
      );
      expect(body).toContain('- [Teapots](http://localhost:3000/docs/teapots): Which teapots are warm.');
      const teapots = (await get('/docs/teapots.md')).body;
      expect(teapots).toContain('`GET http://localhost:3000/api/v1/teapots`');
      expect(teapots).toContain(
        '| `colour` | string | optional | `white or brown` | Only teapots of this colour. |',
      );
      expect(teapots).toContain('```bash\ncurl http://localhost:3000/api/v1/teapots\n```');
      expect(teapots).toContain('| 400 Bad Request | No such colour. | Ask for another. |');
    });

    test('is one section when one is asked for, in both ways', async () => {
      const bySuffix = await get('/docs.md?section=brewing');
      expect(bySuffix.body).toMatch(/^## Brewing\n\nBoil water/);
      expect(bySuffix.body).not.toContain('Chapters');
      expect((await get('/docs?section=brewing', { accept: 'text/markdown' })).body).toBe(bySuffix.body);
    });

    test.each([
      '/docs/nowhere.md',
      '/.md',
      '/docs.md?section=nowhere',
      '/docs.md?section=',
      '/docs.md?section=brewing&section=brewing',
      '/docs/teapots.md?section=constructor',
    ])('is not found at %s', async (url) => {
      expect((await get(url, { accept: 'text/markdown' })).statusCode).toBe(404);
    });

    test.each([
      'text/markdown, text/html, */*',
      'TEXT/Markdown',
      'text/html;q=0.8, text/markdown',
      'text/plain, text/markdown;q=0.9, */*;q=0.1',
    ])('is for those who like it best: %s', async (accept) => {
      expect((await get('/docs', { accept })).headers['content-type']).toBe('text/markdown; charset=utf-8');
    });

    test.each([
      'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
      'text/html, text/markdown;q=0.5',
      'text/markdown;q=0, text/html',
      '*/*',
    ])('is not for others: %s', async (accept) => {
      const answer = await get('/docs', { accept });
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers.vary).toContain('Accept');
    });

    test('of a page that is no documentation says where there is some', async () => {
      for (const path of ['/', '/docs/api-keys']) {
        const answer = await get(path, { accept: 'text/markdown' });
        expect([answer.statusCode, answer.headers['content-type']]).toEqual([
          200,
          'text/markdown; charset=utf-8',
        ]);
        expect(answer.body).toMatch(/\/llms\.txt|\.md\)/);
        expect((await get(path, { accept: 'text/html' })).headers.vary).toContain('Accept');
      }
    });

    test('need not be sent twice', async () => {
      const { etag } = (await get('/docs.md')).headers;
      expect(
        (await get('/docs', { accept: 'text/markdown', 'if-none-match': String(etag) })).statusCode,
      ).toBe(304);
      const page = await get('/docs', { accept: 'text/html', 'if-none-match': String(etag) });
      expect(page.statusCode).toBe(200);
    });
  });

  test('llms.txt names every page, llms-full.txt holds them', async () => {
    const list = await get(llms);
    expect(list.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(list.body).toMatch(/^# Teapot Weather API\n\n> Boil water/);
    expect(list.body).toContain('- [Overview](http://localhost:3000/docs.md): All about tea and weather.');
    expect(list.body).toContain(
      '- [Teapots](http://localhost:3000/docs/teapots.md): Which teapots are warm.',
    );
    const full = (await get(llmsFull)).body;
    for (const path of ['/docs', '/docs/teapots']) {
      expect(full).toContain((await get(`${path}.md`)).body.trimEnd());
    }
  });

  test('openapi.json describes the endpoints', async () => {
    const answer = await get(openApi);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json()).toMatchObject({
      openapi: '3.1.0',
      servers: [{ url: 'http://localhost:3000/api/v1' }],
      paths: { '/teapots': { get: { parameters: [{ name: 'colour', in: 'query', required: false }] } } },
    });
  });

  test.each(basePaths)('the search index is under %s, compressed', async (base) => {
    const answer = await get(base + relative.searchIndex, { 'accept-encoding': 'br' });
    expect(answer.headers['content-encoding']).toBe('br');
    const text = brotliDecompressSync(answer.rawPayload).toString();
    expect(text).toContain('/docs/teapots#teapots-input-colour');
    expect((await get(searchIndex)).body).toBe(text);
  });
});
