import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { api, mcpServer } from '../../../src/urls.ts';
import { connectApp, personOf } from '../../helpers/connected-app.ts';
import { engineMissing, freshDatabase, type TestDatabase } from '../../helpers/database.ts';
import { createKey, operatorOf, withSecret } from '../../helpers/keys.ts';
import { realContent, startPortal, type TestPortal } from '../../helpers/portal.ts';
import { connect, personalLink } from '../../mcp/assistant.ts';

/** The provider's API uses the same verifier. Here it is a second portal on the same database. */
describe.skipIf(engineMissing)("MCP in front of the provider's API", () => {
  let database: TestDatabase;
  let provider: TestPortal;
  let portal: TestPortal;
  let url: string;
  let providerUrl: string;
  let free: CreatedApiToken;
  let paid: CreatedApiToken;
  beforeAll(async () => {
    database = await freshDatabase();
    provider = await startPortal({}, database, realContent);
    providerUrl = (await provider.server.listen({ port: 0, host: '127.0.0.1' })) + api;
    portal = await startPortal(
      {
        FORECASTS_API_URL: providerUrl,
        DATA_API_URL: providerUrl,
        SECRET_KEY: provider.config.secretKeys[0]!,
      },
      database,
      realContent,
    );
    url = await portal.server.listen({ port: 0, host: '127.0.0.1' });
    const browser = await provider.signUp();
    [free, paid] = [await createKey(browser), await createKey(browser)];
    await operatorOf(provider).grant(paid.external_id, 'all_access');
  });
  afterAll(async () => {
    await portal.close();
    await provider.close();
  });

  const leftOf = async (key: CreatedApiToken) => {
    const answer = await fetch(`${providerUrl}/points?coordinates=1,1&max_forecast_hour=0`, {
      headers: { authorization: withSecret(key) },
    });
    return Number(answer.headers.get('x-ratelimit-remaining'));
  };

  test("a call with a person's key is a call with that key, counted once, and not called synthetic", async () => {
    const assistant = await connect(personalLink(url, free));
    const before = await leftOf(free);
    const { isError, text } = await assistant.call('get_point_forecast', {
      coordinates: '42.36,-71.06',
      max_forecast_hour: 6,
    });
    expect(isError, text).toBe(false);
    expect(text).toContain('42.36');
    expect(text).not.toContain('synthetic');
    expect(await leftOf(free)).toBe(before - 2);
    await assistant.close();
  });

  test('a call of a connected app goes upstream with the hidden key of the connection, never with its token', async () => {
    const sent: string[] = [];
    provider.server.server.prependListener('request', ({ headers }) => {
      if (headers.authorization) sent.push(headers.authorization);
    });
    const browser = await provider.signUp('connected@example.com');
    const { id } = await personOf(portal, 'connected@example.com');
    const { access_token } = await connectApp(portal, id);
    const assistant = await connect(url + mcpServer, {
      headers: { authorization: `Bearer ${access_token}` },
    });
    const point = { coordinates: '42.36,-71.06', max_forecast_hour: 6 };
    expect(await assistant.call('get_point_forecast', point)).toMatchObject({ isError: false });
    expect((await assistant.call('get_flying_missions')).text).toContain('needs an all-access key');
    await operatorOf(provider).grant((await createKey(browser)).external_id, 'all_access');
    await expect
      .poll(async () => (await assistant.call('get_flying_missions')).isError, { timeout: 10_000 })
      .toBe(false);
    await assistant.close();
    const { external_id } = await portal.database.db
      .selectFrom('api_keys')
      .select('external_id')
      .where('user_id', '=', id)
      .where('slot', 'is', null)
      .executeTakeFirstOrThrow();
    expect(sent.length).toBeGreaterThan(1);
    for (const authorization of sent)
      expect(Buffer.from(authorization.slice('Basic '.length), 'base64').toString()).toMatch(
        new RegExp(`^${external_id}:wb_[A-Za-z0-9]{32}$`),
      );
  });

  test('reaches what the key reaches, and says what it does not', async () => {
    const poor = await connect(personalLink(url, free));
    expect(await poor.call('get_flying_missions')).toMatchObject({
      isError: true,
      text: expect.stringContaining('needs an all-access key'),
    });
    await poor.close();
    const rich = await connect(personalLink(url, paid));
    for (const [name, given] of [
      ['get_flying_missions', {}],
      ['get_initialization_times', {}],
      ['get_tropical_cyclones', {}],
    ] as const) {
      const { isError, text } = await rich.call(name, given);
      expect(isError, `${name}: ${text}`).toBe(false);
    }
    await rich.close();
  });

  test.each([
    ['FORECASTS_API_URL', 'get_flying_missions', 'get_point_forecast'],
    ['DATA_API_URL', 'get_point_forecast', 'get_flying_missions'],
  ])(
    'with %s alone, each API is asked where it is, and its weather called what it is',
    async (host, ours, theirs) => {
      const env = { [host]: providerUrl, SECRET_KEY: provider.config.secretKeys[0]! };
      const half = await startPortal(env, { ...database, close: async () => {} }, realContent);
      const link = personalLink(await half.server.listen({ port: 0, host: '127.0.0.1' }), paid);
      const assistant = await connect(link);
      const given = { get_point_forecast: { coordinates: '42.36,-71.06' }, get_flying_missions: {} };
      const [own, other] = [ours, theirs].map((name) =>
        assistant.call(name, given[name as keyof typeof given]),
      );
      expect((await own!).text).toContain('synthetic sandbox');
      expect((await other!).isError).toBe(false);
      expect((await other!).text).not.toContain('synthetic');
      await assistant.close();
      await half.close();
    },
  );

  test('says in a sentence that the API is away', async () => {
    const lonely = await startPortal(
      {
        FORECASTS_API_URL: 'http://127.0.0.1:1/api/v1',
        DATA_API_URL: 'http://127.0.0.1:1/api/v1',
        SECRET_KEY: provider.config.secretKeys[0]!,
      },
      database,
      realContent,
    );
    const assistant = await connect(
      personalLink(await lonely.server.listen({ port: 0, host: '127.0.0.1' }), free),
    );
    expect(await assistant.call('get_point_forecast', { coordinates: '1,1' })).toMatchObject({
      isError: true,
      text: "The API isn't available (no connection). Try again in a moment.",
    });
    await assistant.close();
    await lonely.close();
  });
});
