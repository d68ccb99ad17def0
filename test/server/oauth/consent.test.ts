import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ConsentCode, consentCodes } from '../../../src/oauth/contract.ts';
import { calls, mcpServer, oauth } from '../../../src/urls.ts';
import { openBrowser, refusalCodeOf } from '../../helpers/account-steps.ts';
import {
  appRequest,
  callback,
  decide,
  openRequest,
  register,
  registerApp,
  seeRequest,
  sentToApp,
} from '../../helpers/app-consent.ts';
import { callMcp, postForm } from '../../helpers/connected-app.ts';
import { engineMissing } from '../../helpers/database.ts';
import { type DocumentHost, startDocumentHost } from '../../helpers/document-host.ts';
import { operatorOf } from '../../helpers/keys.ts';
import { goodPassword, realContent, startPortal, type TestPortal } from '../../helpers/portal.ts';

const publicUrl = 'https://portal.example';
const documentUrl = 'https://app.example/client.json';
const document = { client_id: documentUrl, client_name: 'Kettle', redirect_uris: [callback] };

describe.skipIf(engineMissing)('a person who connects an app', () => {
  let portal: TestPortal;
  let host: DocumentHost;
  let app: string;
  let people = 0;
  const tested = new Set<ConsentCode>();
  beforeAll(async () => {
    host = await startDocumentHost();
    portal = await startPortal({ PUBLIC_URL: publicUrl }, undefined, realContent, host);
    app = await registerApp(portal);
  });
  afterAll(async () => {
    await portal.close();
    await host.close();
  });

  const newEmail = () => `consenter-${++people}@teapot.example`;
  const newPerson = () => portal.signUp(newEmail());
  const count = async (table: 'oauth_codes' | 'oauth_requests') =>
    (await portal.database.db.selectFrom(table).selectAll().execute()).length;

  async function expectStopped(answer: Awaited<ReturnType<typeof decide>>, code: ConsentCode) {
    expect([answer.statusCode, refusalCodeOf(answer)]).toEqual([422, code]);
    expect(answer.headers.location).toBeUndefined();
    expect(answer.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    tested.add(code);
  }

  describe('sees who asks', () => {
    test('of an app that registered itself: its name, no domain, and the host that gets access', async () => {
      const shown = await seeRequest(await openBrowser(portal), appRequest(portal, app).query);
      expect(shown).toEqual({
        success: true,
        id: expect.stringMatching(/^[\w-]{43}$/),
        client: { name: 'Teapot' },
        redirect: { host: 'app.example', is_local: false },
      });
    });

    test('of an app with a document: its domain as well', async () => {
      host.serve(documentUrl, document);
      const { client } = await seeRequest(await openBrowser(portal), appRequest(portal, documentUrl).query);
      expect(client).toEqual({ name: 'Kettle', domain: 'app.example' });
    });

    test('of an app on the own computer: so, with the port of this start', async () => {
      const id = await registerApp(portal, { redirect_uris: ['http://localhost/callback'] });
      const { query } = appRequest(portal, id, { redirect_uri: 'http://localhost:51234/callback' });
      const { redirect } = await seeRequest(await openBrowser(portal), query);
      expect(redirect).toEqual({ host: 'localhost:51234', is_local: true });
    });

    test.each([
      ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
      ['Claude\u202e evil\u0000\n\tapp', 'Claude evil app'],
      [' ', 'Unnamed app'],
      [undefined, 'Unnamed app'],
      [7, 'Unnamed app'],
      ['x'.repeat(10_000), `${'x'.repeat(59)}…`],
    ])('with the name %j as one short line', async (client_name, shown) => {
      const id = await registerApp(portal, { client_name });
      const { client } = await seeRequest(await openBrowser(portal), appRequest(portal, id).query);
      expect(client).toEqual({ name: shown });
    });

    test('and the account, if one is signed in', async () => {
      const email = newEmail();
      const { account } = await seeRequest(await portal.signUp(email), appRequest(portal, app).query);
      expect(account).toEqual({ email, is_suspended: false });
    });

    test.each([callback, 'http://127.0.0.1:5123/callback'])(
      'each time anew: an app that was allowed at %s gets no code before the next click',
      async (redirect_uri) => {
        const browser = await newPerson();
        const id = await registerApp(portal, { redirect_uris: [redirect_uri] });
        const { query } = appRequest(portal, id, { redirect_uri });
        await decide(browser, await seeRequest(browser, query));
        const codes = await count('oauth_codes');
        expect((await seeRequest(browser, query)).id).toBeDefined();
        expect(await count('oauth_codes')).toBe(codes);
      },
    );
  });

  test('allows: the app gets a code once, with its state and who sent it, and the code gives tokens', async () => {
    const browser = await newPerson();
    const { query, verifier } = appRequest(portal, app, { scope: 'weather:read offline_access admin' });
    const answer = await decide(browser, await seeRequest(browser, query));
    expect(answer.headers['cache-control']).toBe('no-store');
    const { redirect_to } = answer.json();
    expect(redirect_to).toMatch(/^https:\/\/app\.example\/callback\?code=/);
    const sent = sentToApp(redirect_to);
    expect(sent).toEqual({ code: expect.any(String), state: 'state of the app', iss: publicUrl });
    expect(new URL(redirect_to).searchParams.getAll('iss')).toEqual([publicUrl]);
    const tokens = await postForm(portal, oauth.token, {
      grant_type: 'authorization_code',
      code: sent.code!,
      code_verifier: verifier,
      client_id: app,
      redirect_uri: callback,
    });
    expect(tokens.json()).toMatchObject({ scope: 'weather:read offline_access' });
    expect((await callMcp(portal, `Bearer ${tokens.json().access_token}`)).status).toBe(200);
    const text = portal.logLines.join('');
    for (const secret of [
      sent.code!,
      ...Object.values<string>(tokens.json()).filter((each) => /^wb/.test(each)),
    ])
      expect(text).not.toContain(secret);
    expect(text).toContain('connection-allowed');
  });

  test('denies, signed in or not: the app gets access_denied, and nothing is left', async () => {
    for (const browser of [await newPerson(), await openBrowser(portal)]) {
      const { query } = appRequest(portal, app, { state: undefined });
      const codes = await count('oauth_codes');
      const answer = await decide(browser, await seeRequest(browser, query), 'deny');
      expect(sentToApp(answer.json().redirect_to)).toEqual({ error: 'access_denied', iss: publicUrl });
      expect(await count('oauth_codes')).toBe(codes);
    }
  });

  test('signs in in the middle: the request is shown again, and only then allowed', async () => {
    const email = newEmail();
    await portal.signUp(email);
    const browser = await openBrowser(portal);
    const { query } = appRequest(portal, app);
    const before = await seeRequest(browser, query);
    expect(before.account).toBeUndefined();
    await browser.signIn(email, goodPassword);
    // What was shown to a visitor is not what the account allows.
    await expectStopped(
      await decide(browser, { ...before, account: { email, is_suspended: false } }),
      'expired-request',
    );
    const after = await seeRequest(browser, query);
    expect((await decide(browser, after)).statusCode).toBe(200);
  });

  describe('cannot be made to allow', () => {
    test('by opening the page: that changes nothing', async () => {
      const browser = await newPerson();
      const before = [await count('oauth_codes'), await count('oauth_requests')];
      const page = await browser.get(`${oauth.authorize}?${appRequest(portal, app).query}`, {
        accept: 'text/html',
      });
      expect(page.statusCode).toBe(200);
      expect(page.headers).toMatchObject({
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'unsafe-none',
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
      });
      expect([await count('oauth_codes'), await count('oauth_requests')]).toEqual(before);
    });

    test('twice, even at once', async () => {
      const browser = await newPerson();
      const shown = await seeRequest(browser, appRequest(portal, app).query);
      const codes = await count('oauth_codes');
      const answers = await Promise.all([decide(browser, shown), decide(browser, shown)]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
      await expectStopped(await decide(browser, shown), 'expired-request');
      await expectStopped(await decide(browser, shown, 'deny'), 'expired-request');
      expect(await count('oauth_codes')).toBe(codes + 1);
    });

    test("with another person's request", async () => {
      const shown = await seeRequest(await newPerson(), appRequest(portal, app).query);
      const email = newEmail();
      const other = await portal.signUp(email);
      const account = { email, is_suspended: false };
      await expectStopped(await decide(other, { id: shown.id, account }), 'expired-request');
      await expectStopped(await decide(other, { id: 'made-up', account }), 'expired-request');
    });

    test('after signing out', async () => {
      const browser = await newPerson();
      const shown = await seeRequest(browser, appRequest(portal, app).query);
      await browser.get(calls.signOut);
      await expectStopped(await decide(browser, shown), 'expired-request');
      const visitor = await openBrowser(portal);
      const answer = await decide(visitor, await seeRequest(visitor, appRequest(portal, app).query));
      expect([answer.statusCode, refusalCodeOf(answer)]).toEqual([401, 'not-signed-in']);
    });

    test('by another site: the CSRF token is missing or another one', async () => {
      const browser = await newPerson();
      const { query } = appRequest(portal, app);
      const { id, account } = await seeRequest(browser, query);
      const body = { decision: 'allow', account: account!.email };
      const url = calls.authorizationRequest(id);
      for (const headers of [
        { 'x-csrf-token': '' },
        { 'x-csrf-token': (await newPerson()).csrf },
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example' },
      ]) {
        expect((await browser.post(url, body, headers)).statusCode).toBe(403);
        expect((await browser.post(calls.authorizationRequests, { query }, headers)).statusCode).toBe(403);
      }
    });

    test('for another account than the one that the page shows', async () => {
      const browser = await newPerson();
      const shown = await seeRequest(browser, appRequest(portal, app).query);
      const account = { email: 'somebody@teapot.example', is_suspended: false };
      await expectStopped(await decide(browser, { ...shown, account }), 'other-account');
      await expectStopped(await decide(browser, { id: shown.id }), 'other-account');
      expect((await decide(browser, shown)).statusCode).toBe(200);
    });

    test('after ten minutes', async () => {
      const browser = await newPerson();
      const shown = await seeRequest(browser, appRequest(portal, app).query);
      portal.clock.pass(601);
      await expectStopped(await decide(browser, shown), 'expired-request');
    });

    test('while the account is suspended', async () => {
      const email = newEmail();
      const browser = await portal.signUp(email);
      const before = await seeRequest(browser, appRequest(portal, app).query);
      await operatorOf(portal).suspend(email);
      await expectStopped(await decide(browser, before), 'suspended');
      const shown = await seeRequest(browser, appRequest(portal, app).query);
      expect(shown.account).toEqual({ email, is_suspended: true });
      expect((await decide(browser, shown, 'deny')).statusCode).toBe(200);
    });

    test('what the app has become since', async () => {
      host.serve(documentUrl, document);
      const browser = await newPerson();
      const shown = await seeRequest(browser, appRequest(portal, documentUrl).query);
      portal.clock.pass(3601);
      host.serve(documentUrl, { ...document, client_name: 'Other' });
      await seeRequest(await openBrowser(portal), appRequest(portal, documentUrl).query);
      portal.clock.pass(-3601);
      await expectStopped(await decide(browser, shown), 'expired-request');
      expect((await seeRequest(browser, appRequest(portal, documentUrl).query)).client.name).toBe('Other');
    });
  });

  describe('is shown a page, and nothing is sent anywhere, if the request', () => {
    const stop = async (code: ConsentCode, query: string) =>
      expectStopped(await openRequest(await openBrowser(portal), query), code);

    test('names no app or an unknown one', async () => {
      await stop('faulty-request', appRequest(portal, app, { client_id: undefined }).query);
      await stop('unknown-client', appRequest(portal, 'app_unknown').query);
      await stop('unknown-client', appRequest(portal, 'http://app.example/client.json').query);
      await stop('unknown-client', appRequest(portal, 'x'.repeat(1000)).query);
    });

    test.each([
      [undefined],
      ['https://app.example/callback/'],
      ['https://app.example/callback?x=1'],
      ['https://app.example/callback#x'],
      ['https://app.example/Callback'],
      ['https://app.example/%63allback'],
      ['https://app.example/x/../callback'],
      ['https://app.example.evil.example/callback'],
      ['https://app.example@evil.example/callback'],
      ['https://evil.example/callback'],
      ['http://app.example/callback'],
      ['http://localhost/callback'],
      ['http://localhost.evil.example/callback'],
      ['http://127.0.0.1@evil.example/callback'],
      ['jAvAsCrIpT:alert(1)'],
      ['//app.example/callback'],
    ])('asks for an answer at %s', (uri) =>
      stop('bad-redirect', appRequest(portal, app, { redirect_uri: uri }).query),
    );

    test('repeats a parameter', async () => {
      const { query } = appRequest(portal, app);
      for (const more of ['redirect_uri=https://evil.example/', 'client_id=x', 'state=y', 'code_challenge=z'])
        await stop('faulty-request', `${query}&${more}`);
      const twice = `${query}&${new URLSearchParams({ resource: publicUrl + mcpServer })}`;
      expect((await openRequest(await openBrowser(portal), twice)).statusCode).toBe(200);
    });

    test('names a document that cannot be read', async () => {
      await stop('client-document', appRequest(portal, 'https://app.example/missing.json').query);
    });
  });

  describe('can send the app back to correct its request', () => {
    test.each([
      ['invalid_request', { code_challenge: undefined }],
      ['invalid_request', { code_challenge: 'short' }],
      ['invalid_request', { code_challenge_method: undefined }],
      ['invalid_request', { code_challenge_method: 'plain' }],
      ['invalid_request', { response_type: undefined }],
      ['unsupported_response_type', { response_type: 'token' }],
      ['invalid_request', { response_mode: 'fragment' }],
      ['invalid_target', { resource: 'https://other.example/mcp' }],
      ['invalid_target', { resource: publicUrl }],
    ])('%s: %j', async (error, changes) => {
      const requests = await count('oauth_requests');
      const answer = await openRequest(await openBrowser(portal), appRequest(portal, app, changes).query);
      const { problem, return_to, id } = answer.json();
      expect(id).toBeUndefined();
      expect(sentToApp(return_to)).toEqual({
        error,
        error_description: problem,
        state: 'state of the app',
        iss: publicUrl,
      });
      expect(new URL(return_to).searchParams.getAll('iss')).toEqual([publicUrl]);
      expect(await count('oauth_requests')).toBe(requests);
    });

    test('a missing resource and unknown scopes are no mistake', async () => {
      const changes = { resource: undefined, scope: 'everything', response_mode: 'query' };
      const { query } = appRequest(portal, app, changes);
      expect((await seeRequest(await openBrowser(portal), query)).id).toBeDefined();
    });
  });

  test('is protected by the list of allowed hosts', async () => {
    const strict = await startPortal(
      { PUBLIC_URL: publicUrl, OAUTH_REDIRECT_HOSTS: 'claude.ai,localhost' },
      portal.database,
      realContent,
      host,
    );
    const visitor = await openBrowser(strict);
    await expectStopped(await openRequest(visitor, appRequest(strict, app).query), 'redirect-not-allowed');
    const shown = await seeRequest(await openBrowser(portal), appRequest(portal, app).query);
    expect(shown.redirect.host).toBe('app.example');
    const uris = [callback, 'https://claude.ai/callback', 'http://127.0.0.1:5/callback'];
    const registered = await register(strict, { redirect_uris: uris });
    expect(registered.json().redirect_uris).toEqual(uris.slice(1));
    await strict.server.close();
  });

  test('every code of the contract is tested', () => {
    expect([...tested].sort()).toEqual([...consentCodes].sort());
  });
});
