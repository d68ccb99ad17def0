import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createConnections } from '../../../src/oauth/connections.ts';
import { newToken } from '../../../src/oauth/token-format.ts';
import { sha256 } from '../../../src/platform/secrets.ts';
import { oauth } from '../../../src/urls.ts';
import {
  allowApp,
  app,
  bearer,
  callMcp,
  connectApp,
  exchange,
  personOf,
  postForm,
  refresh,
} from '../../helpers/connected-app.ts';
import { engineMissing } from '../../helpers/database.ts';
import { realContent, startPortal, type TestPortal } from '../../helpers/portal.ts';

const errorOf = (answer: { statusCode: number; json(): { error: string } }) => [
  answer.statusCode,
  answer.json().error,
];
const wrongGrant = [400, 'invalid_grant'];

describe.skipIf(engineMissing)('the token endpoint', () => {
  let portal: TestPortal;
  let userId: string;
  let people = 0;
  beforeAll(async () => {
    portal = await startPortal({}, undefined, realContent);
    userId = await newPerson();
  });
  afterAll(() => portal.close());

  async function newPerson(): Promise<string> {
    const email = `connected-${++people}@teapot.example`;
    await portal.signUp(email);
    return (await personOf(portal, email)).id;
  }
  const works = async (tokens: { access_token: string }) =>
    (await callMcp(portal, bearer(tokens))).status === 200;
  const connectionsOf = async (person: string) =>
    (
      await portal.database.db
        .selectFrom('oauth_connections')
        .innerJoin('api_keys', 'api_keys.id', 'oauth_connections.id')
        .selectAll('oauth_connections')
        .where('user_id', '=', person)
        .execute()
    ).length;

  describe('exchanges a code', () => {
    test('for tokens that scanners recognise, in an answer that nothing stores', async () => {
      const answer = await exchange(portal, await allowApp(portal, userId));
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toEqual({
        access_token: expect.stringMatching(/^wba_[A-Za-z0-9]{32}$/),
        token_type: 'Bearer',
        expires_in: 3600,
        refresh_token: expect.stringMatching(/^wbr_[A-Za-z0-9]{32}$/),
        scope: 'weather:read',
      });
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
      });
      expect(answer.headers).not.toHaveProperty('set-cookie');
    });

    test.each<[string, object, string[]]>([
      ['no verifier', { code_verifier: '' }, ['400', 'invalid_request']],
      ['a wrong verifier', { code_verifier: 'x'.repeat(43) }, ['400', 'invalid_grant']],
      ['a short verifier', { code_verifier: 'x'.repeat(42) }, ['400', 'invalid_grant']],
      ['another app', { client_id: 'https://evil.example/client.json' }, ['400', 'invalid_grant']],
      ['no app', { client_id: '' }, ['400', 'invalid_request']],
      ['another redirect', { redirect_uri: 'https://helper.example/callback2' }, ['400', 'invalid_grant']],
      ['another resource', { resource: 'https://other.example/mcp' }, ['400', 'invalid_target']],
      ['a code that does not exist', { code: 'x'.repeat(43) }, ['400', 'invalid_grant']],
      ['a repeated parameter', { code_verifier: ['x', 'y'] }, ['400', 'invalid_request']],
      ['another type of grant', { grant_type: 'password' }, ['400', 'unsupported_grant_type']],
      ['no type of grant', { grant_type: '' }, ['400', 'invalid_request']],
    ])('but not with %s, and the code still works for its app', async (_, changes, expected) => {
      const allowed = await allowApp(portal, userId);
      const answer = await exchange(portal, allowed, changes);
      expect(errorOf(answer).map(String)).toEqual(expected);
      expect(answer.json().error_description).toMatch(/^[ -~]+\.$/);
      const resource = `${portal.config.publicUrl}/mcp`;
      expect((await exchange(portal, allowed, { resource: [resource, resource] })).statusCode).toBe(200);
    });

    test('of the challenge itself, not of its text: a verifier equal to the challenge fails', async () => {
      const allowed = await allowApp(portal, userId);
      const { code_challenge } = await portal.database.db
        .selectFrom('oauth_codes')
        .select('code_challenge')
        .where('code_hash', '=', sha256(allowed.code))
        .executeTakeFirstOrThrow();
      expect(errorOf(await exchange(portal, allowed, { code_verifier: code_challenge }))).toEqual(wrongGrant);
    });

    test('once: another use ends the connection that the code made', async () => {
      const person = await newPerson();
      const allowed = await allowApp(portal, person);
      const tokens = (await exchange(portal, allowed)).json();
      expect(await works(tokens)).toBe(true);
      // Without the verifier nobody can end it.
      expect(errorOf(await exchange(portal, allowed, { code_verifier: 'x'.repeat(43) }))).toEqual(wrongGrant);
      expect(await works(tokens)).toBe(true);
      expect(errorOf(await exchange(portal, allowed))).toEqual(wrongGrant);
      expect(await works(tokens)).toBe(false);
      expect(errorOf(await refresh(portal, tokens.refresh_token))).toEqual(wrongGrant);
      expect(await connectionsOf(person)).toBe(0);
    });

    test('once, even if it arrives twice at the same moment', async () => {
      const person = await newPerson();
      const allowed = await allowApp(portal, person);
      const answers = await Promise.all([1, 2, 3].map(() => exchange(portal, allowed)));
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400]);
      expect(await connectionsOf(person)).toBe(0);
    });

    test('within a minute', async () => {
      const allowed = await allowApp(portal, userId);
      portal.clock.pass(61);
      expect(errorOf(await exchange(portal, allowed))).toEqual(wrongGrant);
    });

    test('for at most 20 apps: one more disconnects the one that was renewed the longest time ago', async () => {
      const person = await newPerson();
      const first = await connectApp(portal, person);
      portal.clock.pass(1);
      const second = await connectApp(portal, person);
      portal.clock.pass(1);
      const renewed = (await refresh(portal, first.refresh_token)).json();
      for (let count = 0; count < 18; count++) await connectApp(portal, person);
      expect(await connectionsOf(person)).toBe(20);
      expect(await works(second)).toBe(true);
      await connectApp(portal, person);
      expect(await connectionsOf(person)).toBe(20);
      await expect.poll(() => works(second), { timeout: 10_000 }).toBe(false);
      expect(await works(renewed)).toBe(true);
    });

    test('and mails the owner, with the name of the app as plain text', async () => {
      const email = `connected-${++people}@teapot.example`;
      await portal.signUp(email);
      const { id } = await personOf(portal, email);
      const name = '<b>Claude</b>';
      await connectApp(portal, id, { ...app, id: 'registered', name, domain: undefined });
      const mail = (await portal.mails()).filter((each) => each.to?.[0]?.address === email).at(-1)!;
      expect(mail.subject).toContain('An app was connected to your account');
      expect(mail.text).toContain('Name: <b>Claude</b>');
      expect(mail.text).toContain('Published by: not verified');
      expect(mail.text).toContain('Access was sent to: helper.example');
      expect(mail.html).not.toContain('<b>Claude');
    });
  });

  describe('refreshes', () => {
    test('to a new pair with the scope that was allowed, whichever it asks for', async () => {
      const first = await connectApp(portal, userId);
      const answer = await refresh(portal, first.refresh_token, {
        scope: 'weather:read admin offline_access',
      });
      const second = answer.json();
      expect(second).toMatchObject({ token_type: 'Bearer', scope: 'weather:read' });
      expect(second.refresh_token).not.toBe(first.refresh_token);
      expect([await works(first), await works(second)]).toEqual([true, true]);
      // Neither a narrower nor a wider scope changes the connection.
      const third = (await refresh(portal, second.refresh_token, { scope: 'offline_access' })).json();
      const fourth = (await refresh(portal, third.refresh_token, { scope: 'weather:read admin' })).json();
      expect([third.scope, fourth.scope]).toEqual(['weather:read', 'weather:read']);
    });

    test('several times at once and for a few minutes, because processes share a token', async () => {
      const { refresh_token } = await connectApp(portal, userId);
      const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(portal, refresh_token)));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
      portal.clock.pass(299);
      const late = await refresh(portal, refresh_token);
      expect(late.statusCode).toBe(200);
      for (const tokens of [...answers, late].map((answer) => answer.json())) {
        expect(await works(tokens)).toBe(true);
        expect((await refresh(portal, tokens.refresh_token)).statusCode).toBe(200);
      }
    });

    test('not with a token that was replaced long ago: the connection ends, and the owner gets an email', async () => {
      const person = await newPerson();
      const first = await connectApp(portal, person);
      const second = (await refresh(portal, first.refresh_token)).json();
      portal.clock.pass(301);
      expect(errorOf(await refresh(portal, first.refresh_token))).toEqual(wrongGrant);
      expect(await works(second)).toBe(false);
      expect(errorOf(await refresh(portal, second.refresh_token))).toEqual(wrongGrant);
      const ended = (await portal.mails()).filter(({ subject }) =>
        subject?.includes('We disconnected an app from your account'),
      );
      expect(ended.map(({ text }) => text)).toEqual([expect.stringContaining('Weather Helper')]);
    });

    test.each<[string, object, string[]]>([
      ['of another app', { client_id: 'https://evil.example/client.json' }, ['400', 'invalid_grant']],
      ['for another resource', { resource: 'https://other.example/mcp' }, ['400', 'invalid_target']],
      ['without an app', { client_id: '' }, ['400', 'invalid_request']],
      ['that is none', { refresh_token: 'wbr_x' }, ['400', 'invalid_grant']],
      ['that does not exist', { refresh_token: newToken('wb', 'refresh') }, ['400', 'invalid_grant']],
    ])('not with a token %s, which changes nothing', async (_, changes, expected) => {
      const tokens = await connectApp(portal, userId);
      expect(errorOf(await refresh(portal, tokens.refresh_token, changes)).map(String)).toEqual(expected);
      expect((await refresh(portal, tokens.refresh_token)).statusCode).toBe(200);
    });

    test('not with an access token', async () => {
      const tokens = await connectApp(portal, userId);
      expect(errorOf(await refresh(portal, tokens.access_token))).toEqual(wrongGrant);
    });

    test('at most 240 times a day, so that rows are bounded', async () => {
      const tokens = await connectApp(portal, await newPerson());
      const answers = [];
      // Each waits for the one before it, so more of them at once would only wait for a database connection.
      for (let started = 0; started < 245; started += 5)
        answers.push(
          ...(await Promise.all(Array.from({ length: 5 }, () => refresh(portal, tokens.refresh_token)))),
        );
      const refused = answers.filter(({ statusCode }) => statusCode !== 200);
      expect(refused.map(errorOf)).toEqual(Array(5).fill([429, 'temporarily_unavailable']));
      expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(80_000);
    });
  });

  test('tells an app that is no longer registered to register again, and no other', async () => {
    const wrong = { code: 'x'.repeat(43), verifier: 'x'.repeat(43) };
    const registered = await portal.server.inject({
      method: 'POST',
      url: oauth.register,
      payload: { redirect_uris: app.redirectUris },
    });
    const { client_id } = registered.json();
    expect(errorOf(await exchange(portal, wrong, { client_id }))).toEqual(wrongGrant);
    const unknown = { client_id: `${client_id.slice(0, -1)}x` };
    expect(errorOf(await exchange(portal, wrong, unknown))).toEqual([401, 'invalid_client']);
    const dead = newToken('wb', 'refresh');
    expect(errorOf(await refresh(portal, dead, unknown))).toEqual([401, 'invalid_client']);
  });

  describe('revokes', () => {
    test.each(['access_token', 'refresh_token'] as const)('a connection by its %s', async (kind) => {
      const tokens = await connectApp(portal, userId);
      expect(await works(tokens)).toBe(true);
      const answer = await postForm(portal, oauth.revoke, { token: tokens[kind], client_id: app.id });
      expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
      expect(await works(tokens)).toBe(false);
      expect(errorOf(await refresh(portal, tokens.refresh_token))).toEqual(wrongGrant);
    });

    test('nothing for another app or a wrong token, with the same answer', async () => {
      const tokens = await connectApp(portal, userId);
      for (const fields of [
        { token: tokens.access_token, client_id: 'https://evil.example/client.json' },
        { token: newToken('wb', 'access'), client_id: app.id },
        { token: 'x'.repeat(1000) },
      ]) {
        const answer = await postForm(portal, oauth.revoke, fields);
        expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
      }
      expect(await works(tokens)).toBe(true);
    });
  });

  test('reads forms alone, of a bounded size, and answers in the form of the standard', async () => {
    const json = await portal.server.inject({ method: 'POST', url: oauth.token, payload: { code: 'x' } });
    expect(errorOf(json)).toEqual([415, 'invalid_request']);
    const large = await postForm(portal, oauth.token, { code: 'x'.repeat(20_000) });
    expect(errorOf(large)).toEqual([413, 'invalid_request']);
    const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`p${index}`, 'x']));
    expect(errorOf(await postForm(portal, oauth.token, many))).toEqual([400, 'invalid_request']);
    const preflight = await portal.server.inject({
      method: 'OPTIONS',
      url: oauth.token,
      headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' },
    });
    expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, '*']);
  });

  test('stores hashes alone, and no code or token reaches the log', async () => {
    const allowed = await allowApp(portal, userId);
    const first = (await exchange(portal, allowed)).json();
    const second = (await refresh(portal, first.refresh_token)).json();
    await works(second);
    await callMcp(portal, undefined, { query: `?access_token=${second.access_token}` });
    await postForm(portal, `${oauth.token}?code=${allowed.code}`, { token: second.refresh_token });
    const secrets = [allowed, first, second].flatMap((each) =>
      Object.values(each).filter((value) => String(value).length > 30),
    );
    expect(secrets.length).toBe(6);
    const { db } = portal.database;
    const tables = ['oauth_codes', 'oauth_tokens', 'oauth_connections', 'audit_events'] as const;
    const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
    for (const secret of secrets) {
      expect(JSON.stringify(rows)).not.toContain(secret);
      expect(portal.logLines.join('')).not.toContain(secret);
    }
  });

  test('forgets what has expired, and ends a connection with its last token', async () => {
    const person = await newPerson();
    const tokens = await connectApp(portal, person);
    const { db } = portal.database;
    const connections = createConnections({ db, now: portal.clock.now, onChanged: () => {} });
    portal.clock.pass(3601);
    expect((await callMcp(portal, bearer(tokens))).status).toBe(401);
    await connections.forgetOld();
    const count = async (table: 'oauth_tokens' | 'oauth_codes') =>
      (await db.selectFrom(table).selectAll().execute()).length;
    expect(await count('oauth_tokens')).toBeGreaterThan(0);
    portal.clock.pass(91 * 24 * 3600);
    await connections.forgetOld();
    expect([await count('oauth_tokens'), await count('oauth_codes'), await connectionsOf(person)]).toEqual([
      0, 0, 0,
    ]);
  });
});
