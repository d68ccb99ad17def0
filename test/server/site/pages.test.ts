import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basePaths, calls, pages } from '../../../src/urls.ts';
import { openBrowser } from '../../helpers/account-steps.ts';
import { engineMissing } from '../../helpers/database.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('pages', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  const slot = /(<meta name="csrf-token" content=")([^"]*)"/;
  const tokenIn = (html: string) => slot.exec(html)?.[2] ?? '';
  const withoutToken = (html: string) => html.replace(slot, '$1"');

  test.each([pages.landing, pages.docs, '/docs/teapots', pages.apiKeys, pages.resetPassword])(
    '%s is complete HTML with the CSRF token and its own props in it',
    async (path) => {
      const answer = await portal.browser().get(path);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(tokenIn(answer.body)).toHaveLength(95);
      const props = /<script type="application\/json" id="rails-props">(.*?)<\/script>/s.exec(
        answer.body,
      )?.[1];
      expect(JSON.parse(props!)).toMatchObject({
        path,
        site: { provider: { name: 'Teapot Weather' }, sandbox: 'both' },
      });
    },
  );

  test('are the same in every encoding, with a working CSRF token', async () => {
    const browser = await openBrowser(portal);
    const plain = await browser.get(pages.docs);
    expect(plain.headers['content-encoding']).toBeUndefined();
    const decoders = { br: brotliDecompressSync, gzip: gunzipSync };
    for (const encoding of ['br', 'gzip'] as const) {
      const answer = await browser.get(pages.docs, { 'accept-encoding': encoding });
      expect(answer.headers['content-encoding']).toBe(encoding);
      const html = decoders[encoding](answer.rawPayload).toString();
      expect(withoutToken(html)).toBe(withoutToken(plain.body));
      const refused = await browser.post(calls.verifyCode, {}, { 'x-csrf-token': tokenIn(html) });
      expect(refused.statusCode).toBe(422);
    }
    expect(plain.headers.vary).toBe('Accept-Encoding, Accept');
  });

  test('have a new valid token in each response, so that compression cannot reveal it', async () => {
    const browser = await openBrowser(portal);
    const tokens = [browser.csrf];
    for (let look = 0; look < 3; look++) tokens.push(tokenIn((await browser.get(pages.docs)).body));
    expect(new Set(tokens).size).toBe(4);
    for (const token of tokens) {
      expect((await browser.post(calls.verifyCode, {}, { 'x-csrf-token': token })).statusCode).toBe(422);
    }
  });

  test('are cached only by the browser, which revalidates; the ETag ignores the visitor', async () => {
    const [one, other] = await Promise.all([
      portal.browser().get(pages.docs),
      portal.browser().get(pages.docs),
    ]);
    expect(one.headers['cache-control']).toBe('private, no-cache');
    expect(tokenIn(one.body)).not.toBe(tokenIn(other.body));
    expect(one.headers.etag).toBe(other.headers.etag);
    const etag = String(one.headers.etag);
    for (const known of [etag, `"x", ${etag}`, '*']) {
      const answer = await portal
        .browser()
        .get(pages.docs, { 'if-none-match': known, 'accept-encoding': 'br' });
      expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', etag]);
    }
    expect((await portal.browser().get(pages.docs, { 'if-none-match': '"x"' })).statusCode).toBe(200);
    expect((await portal.browser().get(pages.landing)).headers.etag).not.toBe(etag);
  });

  test('a missing page is never "not modified"', async () => {
    const browser = portal.browser();
    const first = await browser.get('/docs/nothing', { accept: 'text/html' });
    const again = await browser.get('/docs/nothing', {
      accept: 'text/html',
      'if-none-match': String(first.headers.etag),
    });
    expect(again.statusCode).toBe(404);
  });

  test('HEAD answers as GET does, without the body', async () => {
    const answer = await portal.browser().send({ method: 'HEAD', url: pages.docs });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    expect(answer.headers.etag).toBeDefined();
  });

  test('the HTML does not depend on who is signed in', async () => {
    const browser = await portal.signUp('nimbo@teapot.example');
    for (const path of [pages.landing, pages.docs, pages.apiKeys]) {
      const { body } = await browser.get(path);
      expect(body).not.toContain('nimbo@teapot.example');
      expect(withoutToken(body)).toBe(withoutToken((await portal.browser().get(path)).body));
    }
  });

  describe('under either spelling of the base path', () => {
    test.each(basePaths)('%s redirects to the page with its query', async (base) => {
      const location = async (path: string) => {
        const answer = await portal.browser().get(base + path);
        return [answer.statusCode, answer.headers.location];
      };
      expect(await location('')).toEqual([308, '/']);
      expect(await location('/')).toEqual([308, '/']);
      expect(await location('/docs')).toEqual([308, '/docs']);
      expect(await location('/docs/teapots?colour=blue&a=%2F')).toEqual([
        308,
        '/docs/teapots?colour=blue&a=%2F',
      ]);
      expect(await location('/docs/nothing')).toEqual([404, undefined]);
    });
  });

  test('a trailing slash is removed', async () => {
    const answer = await portal.browser().get('/docs/teapots/?colour=blue');
    expect([answer.statusCode, answer.headers.location]).toEqual([308, '/docs/teapots?colour=blue']);
  });

  test.each([
    ['127.0.0.1:3000', 'http://localhost:3000/docs/teapots?colour=blue'],
    ['[::1]:3000', 'http://localhost:3000/docs/teapots?colour=blue'],
    // Another port belongs to a tunnel or a container, where the name in PUBLIC_URL may lead nowhere.
    ['127.0.0.1:8080', undefined],
    ['localhost:3000', undefined],
    ['portal.example:3000', undefined],
    ['127.0.0.1:x', undefined],
  ])('a page that was opened as %s redirects to %s', async (host, location) => {
    const answer = await portal.browser().get('/docs/teapots?colour=blue', { host });
    expect([answer.statusCode, answer.headers.location]).toEqual([location ? 307 : 200, location]);
  });

  test('no text of the content can end the script element of the props', async () => {
    const { body } = await portal.browser().get('/docs/teapots');
    const props = body.slice(body.indexOf('id="rails-props">') + 17);
    expect(props.slice(0, props.indexOf('</script>'))).not.toContain('<');
  });
});
