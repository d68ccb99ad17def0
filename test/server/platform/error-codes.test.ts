import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PlatformCode, platformCodes } from '../../../src/platform/contract.ts';
import { openPostgres } from '../../../src/platform/database.ts';
import { api, basePaths, calls, gatewayVerify, relative } from '../../../src/urls.ts';
import { openBrowser, refusalCodeOf } from '../../helpers/account-steps.ts';
import type { Browser } from '../../helpers/browser.ts';
import { engineMissing } from '../../helpers/database.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';
import { portalRoutes } from '../../helpers/portal-routes.ts';
import { freePort } from '../../helpers/postgres.ts';

describe.skipIf(engineMissing)('every error of a portal call has a code', () => {
  let portal: TestPortal;
  let person: Browser;
  let changing: string[];
  let all: string[];
  beforeAll(async () => {
    portal = await startPortal();
    person = await portal.signUp();
    changing = portalRoutes(portal, ['POST', 'PUT', 'PATCH', 'DELETE']);
    const reading = basePaths.flatMap((base) => [
      `GET ${base}${relative.authStatus}`,
      `GET ${base}${relative.apiTokens}`,
      `GET ${base}${relative.tokenDenials}`,
      `GET ${base}${relative.tokenUsage}`,
      `GET ${base}${relative.account}`,
      `GET ${base}${relative.accessRequests}`,
    ]);
    all = [...changing, ...reading];
  });
  afterAll(() => portal.close());

  const isSignIn = (route: string) => route.endsWith(calls.signIn);
  const isKeyCall = (route: string) => route.includes(relative.apiTokens);
  const isOwnAccount = (route: string) => basePaths.some((base) => route.includes(base + relative.account));
  const isAccessCall = (route: string) => route.includes(relative.accessRequests);
  const needsSession = (route: string) => isKeyCall(route) || isOwnAccount(route) || isAccessCall(route);
  const isOneKey = (route: string) => route.endsWith(relative.apiToken);
  const takesJson = (route: string) => /^(POST|PUT)/.test(route) && !isSignIn(route);
  /** These routes have no input. */
  const isClick = (route: string) =>
    route.endsWith(relative.demoToken) || route.endsWith(relative.revokeOldSecret);
  const told = new Set<PlatformCode>();

  /** Expects the same code from every route. */
  async function expectCode(
    code: PlatformCode,
    routes: string[],
    send: (route: string) => ReturnType<Browser['send']>,
  ): Promise<void> {
    expect(routes.length).toBeGreaterThan(0);
    const codes: [string, string | undefined][] = [];
    for (const route of routes) codes.push([route, refusalCodeOf(await send(route))]);
    expect(codes).toEqual(routes.map((route) => [route, code]));
    told.add(code);
  }

  function ask(browser: Browser, route: string, options: InjectOptions = {}) {
    const [method, url] = route.split(' ') as ['POST', string];
    const type = isSignIn(route) ? 'application/x-www-form-urlencoded' : 'application/json';
    return browser.send({
      method,
      url,
      ...(method === 'POST' || method === 'PUT' ? { payload: isSignIn(route) ? 'a=b' : '{}' } : {}),
      ...options,
      headers: { 'x-csrf-token': browser.csrf, 'content-type': type, ...options.headers },
    });
  }

  test('csrf: the request comes from another site', () =>
    expectCode('csrf', changing, (route) => ask(person, route, { headers: { 'x-csrf-token': '' } })));

  test('not-signed-in', async () => {
    const outsider = await openBrowser(portal);
    await expectCode('not-signed-in', all.filter(needsSession), (route) => ask(outsider, route));
  });

  test('bad-request: the body cannot be read', async () => {
    await expectCode('bad-request', changing.filter(takesJson), (route) =>
      ask(person, route, { payload: '{"' }),
    );
    await expectCode('bad-request', changing.filter(isSignIn), (route) =>
      ask(person, route, { headers: { 'content-type': 'text/plain' } }),
    );
  });

  test('bad-field: a field is missing', () =>
    expectCode(
      'bad-field',
      changing.filter((route) => takesJson(route) && !isClick(route)),
      (route) => ask(person, route),
    ));

  test("not-found: another person's key, and an unknown path", async () => {
    await expectCode('not-found', changing.filter(isOneKey), (route) =>
      ask(person, route, { payload: { name: 'Mine', external_id: 'wbc_unknown' } }),
    );
    await expectCode('not-found', ['POST /users/nowhere'], (route) => ask(person, route));
  });

  test('too-often', async () => {
    const strict = await startPortal({ RATE_LIMIT_FACTOR: '0.001' });
    const outsider = await openBrowser(strict);
    const ofAccounts = changing.filter((route) => !needsSession(route));
    for (const route of ofAccounts) await ask(outsider, route);
    await expectCode('too-often', ofAccounts, (route) => ask(outsider, route));
    await strict.close();

    // All counters are filled, because each route has its own limit or shares one.
    const hasty = await portal.signUp();
    const limited = changing.filter(
      (route) =>
        // Disconnecting an app protects an account, so it has no limit.
        (isOwnAccount(route) && !route.endsWith(relative.connection)) ||
        ((isKeyCall(route) || isAccessCall(route)) && takesJson(route)),
    );
    for (const route of limited) await ask(hasty, route);
    await portal.database.db.updateTable('rate_limits').set({ used: 1_000_000_000 }).execute();
    await expectCode('too-often', limited, (route) => ask(hasty, route));
  });

  test('server-error: an unexpected error', async () => {
    const broken = await startPortal();
    const browser = await openBrowser(broken);
    for (const table of ['sessions', 'rate_limits'])
      await broken.database.db.schema.dropTable(table).execute();
    await expectCode('server-error', all, (route) => ask(browser, route));
    await broken.close();
  });

  test('unavailable: the database is down', async () => {
    const url = `postgres://portal@127.0.0.1:${await freePort()}/none`;
    const database = { ...openPostgres(url), url, openAgain: () => openPostgres(url) };
    const alone = await startPortal({}, database);
    const browser = await openBrowser(alone);
    await expectCode('unavailable', all, (route) => ask(browser, route));
    await alone.close();
  });

  test('every code of the contract is tested', () => {
    expect([...told].sort()).toEqual([...platformCodes].sort());
  });

  test('errors of the documented API have two fields', async () => {
    for (const url of [`${api}/points`, `${api}/%zz`, gatewayVerify]) {
      const answer = await portal.browser().get(url);
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(Object.keys(answer.json())).toEqual(['error', 'success']);
    }
  });
});
