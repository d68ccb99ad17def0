import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basePaths, calls, relative } from '../../../src/urls.ts';
import { openBrowser, signUpForm, verifiedBrowser } from '../../helpers/account-steps.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';
import { portalRoutes } from '../../helpers/portal-routes.ts';

type Route = { method: 'POST' | 'PUT' | 'DELETE'; url: string };

const underBase: [Route['method'], string][] = [
  ['POST', relative.forgotPassword],
  ['POST', relative.sendVerificationCode],
  ['POST', relative.verifyCode],
  ['POST', relative.apiTokens],
  ['PUT', relative.apiToken],
  ['DELETE', relative.apiToken],
  ['POST', relative.rotateToken],
  ['POST', relative.revokeOldSecret],
  ['POST', relative.discardNewSecret],
  ['POST', relative.playgroundToken],
  ['POST', relative.demoToken],
  ['PUT', relative.tokenExpiry],
  ['POST', relative.accessRequests],
  ['DELETE', relative.accessRequest],
  ['PUT', relative.accountName],
  ['PUT', relative.accountPassword],
  ['POST', relative.accountEmailCode],
  ['PUT', relative.accountEmail],
  ['DELETE', relative.accountSessions],
  ['DELETE', relative.connection],
  ['POST', relative.authorizationRequests],
  ['POST', relative.authorizationRequest],
  ['POST', relative.accountExport],
  ['POST', relative.accountDeletion],
];

/** These calls change something for the person that the cookie belongs to. */
const routes: Route[] = [
  { method: 'POST', url: calls.signIn },
  { method: 'POST', url: calls.signUp },
  { method: 'PUT', url: calls.password },
  { method: 'POST', url: calls.passwordLink },
  { method: 'POST', url: calls.undoEmail },
  ...basePaths.flatMap((base) => underBase.map(([method, path]) => ({ method, url: base + path }))),
];

describe.skipIf(engineMissing)('every state-changing call', () => {
  let portal: TestPortal;
  let browser: Browser;
  let tokenBefore: string;
  beforeAll(async () => {
    portal = await startPortal();
    browser = await verifiedBrowser(portal, 'nimbo@teapot.example');
    tokenBefore = browser.csrf;
    await browser.post(calls.signUp, signUpForm('nimbo@teapot.example'));
  });
  afterAll(() => portal.close());

  const typeOf = ({ url }: Route) =>
    url === calls.signIn ? 'application/x-www-form-urlencoded' : 'application/json';
  const send = (
    route: Route,
    headers: Record<string, string>,
    payload = route.url === calls.signIn ? 'a=b' : '{}',
  ) =>
    browser.send({
      ...route,
      payload,
      headers: { 'content-type': typeOf(route), ...headers },
    } as InjectOptions);
  const status = async (route: Route, headers: Record<string, string>) =>
    (await send(route, headers)).statusCode;

  test('is in this list', () => {
    expect(portalRoutes(portal, ['POST', 'PUT', 'PATCH', 'DELETE'])).toEqual(
      routes.map(({ method, url }) => `${method} ${url}`).sort(),
    );
  });

  describe.each(routes)('$method $url', (route) => {
    test('succeeds with the token of this page', async () => {
      expect(await status(route, { 'x-csrf-token': browser.csrf })).not.toBe(403);
      const fromPage = {
        origin: 'http://localhost:3000',
        'sec-fetch-site': 'same-origin',
        'x-csrf-token': browser.csrf,
      };
      expect(await status(route, fromPage)).not.toBe(403);
    });

    test('fails without one, and says what to do', async () => {
      const answer = await send(route, {});
      expect(answer.statusCode).toBe(403);
      expect(answer.body).toContain('This page is out of date. Please reload it and try again.');
    });

    test("fails with another visitor's token", async () => {
      const outsider = await openBrowser(portal);
      const good = browser.csrf;
      const bad = [
        '',
        'x',
        outsider.csrf,
        tokenBefore,
        good.slice(0, -1),
        `${good}A`,
        good.toLowerCase(),
        `${good.slice(0, 9)}${'A'.repeat(86)}`,
      ];
      for (const token of bad) expect(await status(route, { 'x-csrf-token': token })).toBe(403);
    });

    test('fails when another site sends it, with or without the token', async () => {
      const foreign: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: '' },
        { origin: 'http://localhost:3001' },
        { origin: 'https://localhost:3000x' },
        { origin: 'http://localhost.evil.example:3000' },
        { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' },
      ];
      for (const headers of foreign)
        expect(await status(route, { ...headers, 'x-csrf-token': browser.csrf })).toBe(403);
    });

    // A call that reads no body cannot misread one.
    if (route.method === 'DELETE') return;
    test("takes no body that another site's form could send", async () => {
      const simple = ['text/plain', 'multipart/form-data; boundary=x', 'application/x-www-form-urlencoded'];
      for (const type of simple.filter((simpleType) => simpleType !== typeOf(route))) {
        expect(await status(route, { 'content-type': type, 'x-csrf-token': browser.csrf })).toBe(415);
      }
    });
  });

  test('has changed nothing if it failed', async () => {
    const email = 'alto@teapot.example';
    const visitor = await verifiedBrowser(portal, email);
    expect((await visitor.post(calls.signUp, signUpForm(email), { 'x-csrf-token': '' })).statusCode).toBe(
      403,
    );
    expect(
      (await visitor.post(calls.signUp, signUpForm(email), { origin: 'https://evil.example' })).statusCode,
    ).toBe(403);
    expect(
      await portal.database.db.selectFrom('users').select('email').where('email', '=', email).execute(),
    ).toEqual([]);
    expect((await visitor.post(calls.signUp, signUpForm(email))).statusCode).toBe(200);
  });
});

describe.skipIf(engineMissing)('origins that count as this site', () => {
  test('on localhost every name of the machine, on its own port', async () => {
    const portal = await startPortal();
    const browser = await openBrowser(portal);
    const status = async (origin: string) =>
      (await browser.post(calls.verifyCode, {}, { origin })).statusCode;
    expect(await status('http://127.0.0.1:3000')).toBe(422);
    expect(await status('http://[::1]:3000')).toBe(422);
    expect(await status('http://127.0.0.1:3001')).toBe(403);
    await portal.close();
  });

  test('elsewhere the public URL alone', async () => {
    const portal = await startPortal({ PUBLIC_URL: 'https://portal.example' });
    const browser = await openBrowser(portal);
    const status = async (origin: string) =>
      (await browser.post(calls.verifyCode, {}, { origin, host: 'evil.example' })).statusCode;
    expect(await status('https://portal.example')).toBe(422);
    for (const origin of [
      'http://portal.example',
      'https://evil.example',
      'https://portal.example:444',
      'http://localhost:3000',
    ]) {
      expect(await status(origin)).toBe(403);
    }
    await portal.close();
  });
});
