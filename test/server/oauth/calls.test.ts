import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allAccessRole } from '../../../src/keys/contract.ts';
import { newToken } from '../../../src/oauth/token-format.ts';
import type { TokenAnswer } from '../../../src/oauth/tokens.ts';
import { api, calls } from '../../../src/urls.ts';
import {
  askForReset,
  changeEmail,
  lastMailTo,
  setPassword,
  undoTokenIn,
} from '../../helpers/account-steps.ts';
import type { Browser } from '../../helpers/browser.ts';
import {
  allowApp,
  app,
  bearer,
  callMcp,
  connectApp,
  exchange,
  personOf,
  refresh,
} from '../../helpers/connected-app.ts';
import { engineMissing } from '../../helpers/database.ts';
import { basic, createKey, operatorOf, signToken, startBeside, verify } from '../../helpers/keys.ts';
import { goodPassword, realContent, startPortal, type TestPortal } from '../../helpers/portal.ts';
import { eventually } from '../../helpers/process.ts';

const point = { coordinates: '42,-71', max_forecast_hour: 1 };

describe.skipIf(engineMissing)('a connected app', () => {
  let portal: TestPortal;
  /** Shares nothing in memory with the portal, like another process. */
  let beside: TestPortal;
  let people = 0;
  beforeAll(async () => {
    portal = await startPortal({ PUBLIC_URL: 'https://portal.example' }, undefined, realContent);
    beside = await startBesideIt();
  });
  afterAll(async () => {
    await beside.close();
    await portal.close();
  });
  const startBesideIt = (changes = {}) =>
    startBeside(portal, {
      PUBLIC_URL: portal.config.publicUrl,
      CONTENT_DIR: portal.config.contentDir,
      ...changes,
    });

  interface Person {
    email: string;
    id: string;
    browser: Browser;
    tokens: TokenAnswer;
  }
  async function connectedPerson(): Promise<Person> {
    const email = `caller-${++people}@teapot.example`;
    const browser = await portal.signUp(email);
    const { id } = await personOf(portal, email);
    return { email, id, browser, tokens: await connectApp(portal, id) };
  }
  const statusOf = async ({ tokens }: Person, to = portal) => (await callMcp(to, bearer(tokens))).status;
  const getsPoint = async ({ tokens }: Person, to = portal) => {
    const { body } = await callMcp(to, bearer(tokens), { tool: 'get_point_forecast', given: point });
    return body.result.isError !== true;
  };
  /** A tool that needs all access. */
  const getsRuns = async ({ tokens }: Person, to = portal) => {
    const { body } = await callMcp(to, bearer(tokens), { tool: 'get_initialization_times' });
    return body.result.isError !== true;
  };
  /** Every process notices a change within a second. */
  const soon = <T>(check: () => Promise<T>, expected: T, maxSeconds = 1) =>
    eventually(async () => ((await check()) === expected ? true : undefined), maxSeconds);

  const metadata =
    'resource_metadata="https://portal.example/.well-known/oauth-protected-resource/mcp", scope="weather:read"';

  describe('is asked to sign in by a 401', () => {
    test('that names the metadata, without any credentials', async () => {
      const answer = await callMcp(portal, undefined);
      expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, `Bearer ${metadata}`]);
      expect(answer.headers['access-control-expose-headers']).toContain('WWW-Authenticate');
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.body).toMatchObject({ error: 'Not authorized', success: false });
    });

    test.each<[string, (person: Person) => string]>([
      ['of the right form', () => newToken('wb', 'access')],
      ['with a wrong checksum', ({ tokens }) => `${tokens.access_token.slice(0, -1)}!`],
      ['of another service', () => 'gho_16C7e42F292c6912E7710c838347Ae178B4a'],
      ['to refresh with', ({ tokens }) => tokens.refresh_token],
      ['that is only a secret', () => `wb_${'x'.repeat(32)}`],
    ])('with invalid_token, if it sends a token %s', async (_, tokenOf) => {
      const answer = await callMcp(portal, `Bearer ${tokenOf(await connectedPerson())}`);
      expect(answer.status).toBe(401);
      expect(answer.headers['www-authenticate']).toBe(
        `Bearer error="invalid_token", error_description="Sign in again", ${metadata}`,
      );
    });

    test('once its token has expired', async () => {
      const person = await connectedPerson();
      expect(await statusOf(person)).toBe(200);
      portal.clock.pass(3601);
      expect(await statusOf(person)).toBe(401);
    });

    test('not if it sends a key, whose 403 and sentence stay', async () => {
      const claims = { client_id: 'wbc_nobody', iat: portal.clock.now() / 1000 };
      for (const [authorization, query] of [
        ['Bearer wbc_nobody:wb_wrong', ''],
        [`Bearer ${signToken('wb_other', claims)}`, ''],
        [basic('wbc_nobody', 'wb_wrong'), ''],
        [undefined, '?client_id=wbc_nobody&api_key=wb_wrong'],
        [undefined, '?client_id=wbc_nobody'],
      ] as const) {
        const answer = await callMcp(portal, authorization, { query });
        expect([answer.status, answer.headers['www-authenticate']]).toEqual([403, undefined]);
        expect(answer.body.message).toContain('Send client_id and api_key');
      }
    });
  });

  test('is answered at /mcp alone, and only if its token is a bearer', async () => {
    const person = await connectedPerson();
    const { access_token } = person.tokens;
    expect(await getsPoint(person)).toBe(true);
    const wrong = [bearer(person.tokens), basic(app.id, access_token), basic('wbc_x', access_token)];
    for (const authorization of wrong) {
      const { statusCode } = await portal.server.inject({
        url: `${api}/points?coordinates=1,1`,
        headers: { authorization },
      });
      expect(statusCode).toBe(403);
      expect((await verify(portal, authorization)).statusCode).toBe(403);
    }
    expect((await callMcp(portal, undefined, { query: `?access_token=${access_token}` })).status).toBe(401);
    expect((await callMcp(portal, basic('wbc_x', access_token))).status).toBe(403);
  });

  test('has no token for this server if it was issued for another address', async () => {
    const person = await connectedPerson();
    const url = 'https://elsewhere.example';
    // This server's own MCP server may be named.
    const moved = await startBesideIt({ PUBLIC_URL: url, MCP_URL: `${url}/mcp` });
    expect(await statusOf(person, moved)).toBe(401);
    await moved.close();
  });

  describe("has the rights of its person's keys at the moment of the call", () => {
    test('and only the point forecast without a key', async () => {
      const person = await connectedPerson();
      expect([await getsPoint(person), await getsRuns(person)]).toEqual([true, false]);
      const { text } = await callMcp(portal, bearer(person.tokens), { tool: 'get_initialization_times' });
      expect(text).toContain('No working key of your account has all access');
      const status = await callMcp(portal, bearer(person.tokens), { tool: 'get_key_status' });
      expect(status.text).toContain('This connection works');
      expect(status.body.result.structuredContent.requests.limit).toBe(5000);
    });

    test.each<[string, (person: Person, key: { id: string; external_id: string }) => Promise<unknown>]>([
      [
        'expired by the operator',
        (_, key) => operatorOf(portal).expire(key.external_id, '2026-03-14T15:00:00Z'),
      ],
      ['revoked by the operator', (_, key) => operatorOf(portal).revoke(key.external_id)],
      ['deleted by its owner', ({ browser }, key) => browser.delete(calls.apiToken(key.id))],
      ['given the free role', (_, key) => operatorOf(portal).grant(key.external_id, 'free_user')],
    ])('within a second after the last all-access key is %s', async (_, end) => {
      const person = await connectedPerson();
      expect([await getsRuns(person), await getsRuns(person, beside)]).toEqual([false, false]);
      // The connection is in memory already, and has not met this key.
      const key = await createKey(person.browser);
      await operatorOf(portal).grant(key.external_id, allAccessRole);
      await soon(() => getsRuns(person), true);
      await soon(() => getsRuns(person, beside), true);
      await end(person, key);
      await soon(() => getsRuns(person), false);
      await soon(() => getsRuns(person, beside), false);
      expect([await getsPoint(person), await getsPoint(person, beside)]).toEqual([true, true]);
    });

    test('also when the key expires by itself, between two calls', async () => {
      const person = await connectedPerson();
      const key = await createKey(person.browser, { name: 'Short', expires_in_days: 30 });
      await operatorOf(portal).grant(key.external_id, allAccessRole);
      const soonExpired = new Date(portal.clock.now() + 60_000).toISOString();
      await operatorOf(portal).expire(key.external_id, soonExpired);
      await soon(() => getsRuns(person), true);
      portal.clock.pass(61);
      expect([await getsRuns(person), await getsPoint(person)]).toEqual([false, true]);
    });
  });

  test("counts against its person's quota and appears under its own name", async () => {
    const person = await connectedPerson();
    const key = await createKey(person.browser);
    await operatorOf(portal).limit(person.email, '3');
    const results = [];
    for (let call = 0; call < 5; call++) results.push(await getsPoint(person));
    expect(results).toEqual([true, true, true, false, false]);
    // The person has used up the hour, so their keys have too.
    expect((await verify(portal, basic(key.external_id, key.token))).statusCode).toBe(429);
    const readStatus = () => callMcp(portal, bearer(person.tokens), { tool: 'get_key_status' });
    await expect
      .poll(async () => (await readStatus()).text, { timeout: 3000 })
      .toMatch(/Calls with a key of the account that were denied.*Hourly limit reached: 3 an hour/s);
    await expect
      .poll(async () => (await person.browser.get(calls.connections)).json(), { timeout: 3000 })
      .toEqual({
        address: 'https://portal.example/mcp',
        connections: [
          {
            id: expect.stringMatching(/^[0-9a-f]{24}$/),
            name: 'Weather Helper',
            domain: 'helper.example',
            redirect_host: 'helper.example',
            created_at: expect.stringMatching(/^2026-03-/),
            usage: expect.objectContaining({ today: 3, last_used_at: expect.any(String) }),
          },
        ],
      });
    // Its hidden key is none of the five, and nobody reaches it.
    const { tokens } = (await person.browser.get(calls.apiTokens)).json();
    expect(tokens.map(({ name }: { name: string }) => name)).toEqual(['Weathercock']);
    const [{ id }] = (await person.browser.get(calls.connections)).json().connections;
    expect((await person.browser.post(calls.playgroundToken(id), {})).statusCode).toBe(404);
    expect((await person.browser.delete(calls.apiToken(id))).statusCode).toBe(404);
    for (let count = 1; count < 5; count++) await createKey(person.browser);
    expect((await person.browser.post(calls.apiTokens, { name: 'Sixth' })).json().code).toBe('all-keys-used');
  });

  describe('ends within a second', () => {
    const nextPassword = 'Stratus-4-over-Kiel';
    test.each<[string, (person: Person) => Promise<unknown>]>([
      [
        'when its person disconnects it',
        async ({ browser }) => {
          const [{ id }] = (await browser.get(calls.connections)).json().connections;
          expect((await browser.delete(calls.connection(id))).json()).toEqual({ success: true });
          expect((await browser.delete(calls.connection(id))).statusCode).toBe(404);
        },
      ],
      [
        'when the password is changed',
        ({ browser }) =>
          browser.put(calls.accountPassword, {
            current_password: goodPassword,
            password: nextPassword,
            password_confirmation: nextPassword,
          }),
      ],
      [
        'when the password is reset',
        async ({ browser, email }) =>
          setPassword(browser, await askForReset(portal, browser, email), nextPassword),
      ],
      [
        'when a change of the email address is undone',
        async ({ browser, email, id }) => {
          await changeEmail(portal, browser, `moved-${email}`);
          await connectApp(portal, id);
          const mails = (await portal.mails()).filter((mail) => mail.to?.[0]?.address === email);
          expect(mails.at(-1)!.subject).toContain('An app was connected');
          const undo_token = mails.map(undoTokenIn).findLast((token) => token !== '');
          expect((await browser.post(calls.undoEmail, { undo_token })).statusCode).toBe(200);
        },
      ],
      [
        'when the account is deleted',
        ({ browser, email }) =>
          browser.post(calls.accountDeletion, { phrase: `DELETE ${email}`, password: goodPassword }),
      ],
    ])('on every process %s', async (_, end) => {
      const person = await connectedPerson();
      expect([await statusOf(person), await statusOf(person, beside)]).toEqual([200, 200]);
      await end(person);
      await soon(() => statusOf(person), 401);
      await soon(() => statusOf(person, beside), 401);
    });

    test("not when somebody else disconnects it, whose answer is the one for a connection that doesn't exist", async () => {
      const [person, other] = [await connectedPerson(), await connectedPerson()];
      const [{ id }] = (await person.browser.get(calls.connections)).json().connections;
      for (const tried of [id, '0'.repeat(24), 'x'])
        expect((await other.browser.delete(calls.connection(tried))).statusCode).toBe(404);
      expect(await statusOf(person)).toBe(200);
    });
  });

  test('is refused with 403 while its person is suspended, and works again afterwards', async () => {
    const person = await connectedPerson();
    expect(await statusOf(person)).toBe(200);
    await operatorOf(portal).suspend(person.email);
    await soon(() => statusOf(person), 403);
    await soon(() => statusOf(person, beside), 403);
    const answer = await callMcp(portal, bearer(person.tokens));
    expect(answer.headers).not.toHaveProperty('www-authenticate');
    await operatorOf(portal).resume(person.email);
    await soon(() => statusOf(person), 200);
    await soon(() => statusOf(person, beside), 200);
  });

  describe('asks two processes at once', () => {
    test('to exchange a code, which works once and is then known to be copied', async () => {
      const person = await connectedPerson();
      const allowed = await allowApp(portal, person.id);
      const answers = await Promise.all([exchange(portal, allowed), exchange(beside, allowed)]);
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400]);
      const tokens = answers.find(({ statusCode }) => statusCode === 200)!.json();
      await soon(() => statusOf({ ...person, tokens }), 401);
      await soon(() => statusOf({ ...person, tokens }, beside), 401);
      expect(await statusOf(person)).toBe(200);
    });

    test('to refresh a token, and can use both answers with each', async () => {
      const person = await connectedPerson();
      const { refresh_token } = person.tokens;
      beside.clock.pass((portal.clock.now() - beside.clock.now()) / 1000);
      const answers = await Promise.all([refresh(portal, refresh_token), refresh(beside, refresh_token)]);
      for (const answer of answers)
        for (const process of [portal, beside])
          expect(await statusOf({ ...person, tokens: answer.json() }, process)).toBe(200);
    });
  });

  test('cannot be connected with a code from before the password was changed', async () => {
    const person = await connectedPerson();
    const allowed = await allowApp(portal, person.id);
    await setPassword(
      person.browser,
      await askForReset(portal, person.browser, person.email),
      'Cumulus-3-in-Oslo',
    );
    expect((await exchange(portal, allowed)).json().error).toBe('invalid_grant');
    expect(await lastMailTo(portal, person.email)).toMatchObject({
      text: expect.stringContaining('connected apps were disconnected'),
    });
  });
});
