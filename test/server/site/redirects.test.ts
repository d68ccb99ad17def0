import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basePaths, calls } from '../../../src/urls.ts';
import { engineMissing } from '../../helpers/database.ts';
import { goodPassword, startPortal, type TestPortal } from '../../helpers/portal.ts';
import { listen, rawRequest } from '../../helpers/raw-http.ts';

describe.skipIf(engineMissing)('no redirect leaves the site', () => {
  let portal: TestPortal;
  let port: number;
  beforeAll(async () => {
    portal = await startPortal();
    port = await listen(portal);
  });
  afterAll(() => portal.close());

  const home = 'http://localhost:3000';
  const staysHere = (location: unknown) =>
    location === undefined || new URL(String(location), home).origin === home;

  const evil = [
    '//evil.example',
    '//evil.example/',
    '//evil.example//',
    '///evil.example/',
    '//evil.example/docs/',
    '//evil.example/..',
    '/\\evil.example/',
    '/\\/evil.example/',
    '/%2f%2fevil.example/',
    '/%2fevil.example/',
    '/%5cevil.example/',
    '/%09/evil.example/',
    '/.//evil.example/',
    '/docs/..//evil.example/',
    'https:evil.example/',
    'https://evil.example/docs/',
    '/https://evil.example/',
    '/docs//evil.example/',
    '//',
    '/docs//',
    '/docs/\\/',
  ];

  const addresses = [...evil, ...basePaths.flatMap((base) => evil.map((path) => base + path))];

  test.each(addresses)('%s', async (url) => {
    for (const headers of [
      { accept: '*/*' },
      { accept: 'text/html' },
      { accept: 'text/html', host: 'evil.example' },
    ]) {
      const answer = await rawRequest(port, { path: url, headers });
      expect(answer.status).toBeLessThan(500);
      expect(staysHere(answer.headers.location)).toBe(true);
    }
  });

  test('sign-in and sign-out ignore a query that asks for another destination', async () => {
    const browser = await portal.signUp('nimbo@teapot.example');
    const query = '?return_to=//evil.example&redirect=https://evil.example&next=/%5cevil.example';
    const out = await browser.get(calls.signOut + query, {
      host: 'evil.example',
      referer: 'https://evil.example/',
    });
    expect([out.statusCode, out.headers.location]).toEqual([302, '/docs']);
    const into = await browser.send({
      method: 'POST',
      url: calls.signIn + query,
      headers: { 'content-type': 'application/x-www-form-urlencoded', host: 'evil.example' },
      payload: new URLSearchParams({
        'user[email]': 'nimbo@teapot.example',
        'user[password]': goodPassword,
        authenticity_token: browser.csrf,
        return_to: '//evil.example',
      }).toString(),
    });
    expect([into.statusCode, into.headers.location]).toEqual([302, '/docs']);
  });
});
