import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { calls, pages } from '../../../src/urls.ts';
import { routesOf } from '../../fuzz/route-list.ts';
import { filled, placeholderFor } from '../../fuzz/targets.ts';
import { engineMissing } from '../../helpers/database.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('a response that sets a cookie', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  const ask = async (method: string, url: string, accept: string) => {
    const answer = await portal.server.inject({ method: method as 'GET', url, headers: { accept } });
    return {
      asked: `${method} ${url} as ${accept}: ${answer.statusCode}`,
      hasCookie: answer.headers['set-cookie'] !== undefined,
      isPage: answer.headers.etag !== undefined,
      cacheControl: answer.headers['cache-control'],
    };
  };

  test('is not cached, for every route, method and outcome', async () => {
    const known = routesOf(portal.server).map(({ method, path }) => [method, filled(path, placeholderFor)]);
    const others = ['/docs/', '/api_experience/docs', '/nothing', '/docs?x', calls.signOut].map((path) => [
      'GET',
      path,
    ]);
    let withCookie = 0;
    for (const [method, path] of [...known, ...others] as [string, string][]) {
      for (const accept of ['text/html', 'application/json']) {
        const { asked, hasCookie, isPage, cacheControl } = await ask(method, path, accept);
        if (!hasCookie) continue;
        withCookie++;
        expect([asked, cacheControl]).toEqual([asked, isPage ? 'private, no-cache' : 'private, no-store']);
      }
    }
    expect(withCookie).toBeGreaterThan(30);
  });

  test.each([
    ['a page', pages.docs],
    ['a missing page', '/nothing'],
  ])('is requested again each time: %s', async (_, path) => {
    expect(await ask('GET', path, 'text/html')).toMatchObject({
      hasCookie: true,
      cacheControl: 'private, no-cache',
    });
  });
});
