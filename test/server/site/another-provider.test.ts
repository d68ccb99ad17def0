import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allAccessRole, type CreatedApiToken } from '../../../src/keys/contract.ts';
import * as urls from '../../../src/urls.ts';
import { runAdmin } from '../../helpers/admin.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, operatorOf, withSecret } from '../../helpers/keys.ts';
import { type NonWeatherApi, nonWeatherContent, startNonWeatherApi } from '../../helpers/non-weather-api.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';
import { eventually } from '../../helpers/process.ts';
import { listen } from '../../helpers/raw-http.ts';
import { connect, personalLink } from '../../mcp/assistant.ts';

describe.skipIf(engineMissing)('a portal of another provider, without a sandbox', () => {
  let portal: TestPortal;
  let portalUrl: string;
  let harbour: NonWeatherApi;
  let key: CreatedApiToken;
  beforeAll(async () => {
    harbour = await startNonWeatherApi(() => portalUrl);
    portal = await startPortal({ FORECASTS_API_URL: harbour.url }, undefined, nonWeatherContent);
    portalUrl = `http://127.0.0.1:${await listen(portal)}`;
    key = await createKey(await portal.signUp('sailor@example.com'));
  });
  afterAll(async () => {
    await portal?.close();
    await harbour?.close();
  });

  const get = (url: string) => portal.server.inject({ url, headers: { accept: 'text/html' } });
  const call = async (path: string) => {
    const answer = await fetch(harbour.url + path, { headers: { authorization: withSecret(key) } });
    return {
      status: answer.status,
      limit: answer.headers.get('x-ratelimit-limit'),
      body: await answer.json(),
    };
  };

  test('a new key works with the free endpoints only', async () => {
    expect([key.external_id, key.token]).toEqual([
      expect.stringMatching(/^htc_[a-z0-9]{20}$/),
      expect.stringMatching(/^ht_[A-Za-z0-9]{32}$/),
    ]);
    expect(await call('/tides?harbour=hull')).toEqual({
      status: 200,
      limit: '60',
      body: { asked: '/v2/tides?harbour=hull', roles: 'sailor' },
    });
    expect(await call('/tugs/hercules')).toMatchObject({ status: 200, body: { asked: '/v2/tugs/hercules' } });
    const others = ['/berths', '/tides/', '/%74ides', '/points', '/tugs', '/tugs/a/b', '/tugs/..%2fberths'];
    for (const path of [...others, '/tugs/%2e%2e%2fberths', '/tugs/..;/berths'])
      expect([path, (await call(path)).status]).toEqual([path, 403]);
  });

  test("a granted key works with all endpoints, under the provider's role name", async () => {
    await operatorOf(portal).grant(key.external_id, allAccessRole);
    await eventually(async () => ((await call('/berths')).body.roles === 'pilot' ? true : undefined));
    await operatorOf(portal).grant(key.external_id, 'free_user');
    await eventually(async () => ((await call('/berths')).status === 403 ? true : undefined));
  });

  test('calls are counted under the documented paths of the API', async () => {
    const counted = await eventually(async () => {
      const rows = await portal.database.db.selectFrom('key_calls').select('endpoint').distinct().execute();
      return rows.length > 1 ? rows.map(({ endpoint }) => endpoint) : undefined;
    });
    expect(counted).toContain('/v2/tides');
  });

  test("emails have the provider's name and colours", async () => {
    const mail = (await portal.mails())[0]!;
    expect(mail.subject).toContain('Harbour Tides API');
    expect(mail.html).toContain('#0f6b5c');
  });

  test.each([
    ['the sandbox', `${urls.api}/points`],
    ['the fleet', urls.fleet],
    ['the status', urls.status],
    ['a skill about weather', urls.skillIndex],
    ['a viewer', urls.pages.dataViewer],
  ])('there is no %s', async (_what, path) => {
    expect((await get(path)).statusCode).toBe(404);
  });

  test('there is no demo without a key', async () => {
    const browser = portal.browser();
    await browser.open();
    expect((await browser.post(urls.calls.demoToken, {})).json()).toMatchObject({ code: 'no-demo' });
  });

  test.each([
    urls.llmsFull,
    urls.openApi,
    urls.apiCatalog,
    urls.mcpServerCard,
    urls.oauth.authorizationServer,
    urls.oauth.protectedResource,
    urls.changelogFeed,
    urls.searchIndex,
    urls.securityTxt,
    urls.sitemap,
    urls.pages.landing,
    '/docs',
    '/docs/mcp',
    '/docs/api-keys',
  ])('%s mentions no other provider', async (path) => {
    const { statusCode, body } = await get(path);
    expect(statusCode).toBe(200);
    const said = body.replaceAll(/"(forecasts|windborne_endpoint|weather|sandbox)":|forecasts_api/g, '');
    expect(said).not.toMatch(/windborne|balloon|weather|forecast|sandbox|synthetic|\bwbc?_|WB_/i);
  });

  test('assistants get the tools about documentation and keys, and one prompt', async () => {
    const assistant = await connect(personalLink(portalUrl, key));
    const { tools } = await assistant.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'get_key_status',
      'get_code',
      'search_docs',
      'read_docs_page',
    ]);
    expect((await assistant.client.listPrompts()).prompts.map(({ name }) => name)).toEqual([
      'write_my_first_program',
    ]);
    expect(assistant.client.getInstructions()).toBe(
      [
        'The documentation of the Harbour Tides API: tides, berths and tugs of every harbour. All tools are read-only.',
        "The tools know the documentation and the key. They don't call the API: get_code returns a program that does. get_key_status shows what this key can do. Long answers come in parts: next_arguments has the arguments for the next part. No call counts against the hourly limit of the key.",
      ].join('\n'),
    );
    const listed = JSON.stringify([tools, await assistant.client.listPrompts()]);
    expect(listed).not.toMatch(/weather|windborne|balloon|forecast|sandbox|\/points|gridded|degree/i);
    const status = await assistant.call('get_key_status');
    expect(status.data).toMatchObject({ roles: ['sailor'], may_call: ['/tides', '/tugs/{name}'] });
    const code = await assistant.call('get_code', {
      endpoint: '/tides',
      language: 'python',
      arguments: { harbour: 'hull' },
    });
    expect(code.text).toContain('HARBOUR_KEY');
    await assistant.close();
  });

  test('the MCP server card describes documentation, and not the API', async () => {
    expect((await get(urls.mcpServerCard)).json().description).toBe(
      'The documentation of the Harbour Tides API: tides, berths and tugs of every harbour. Connect by signing in, or with an API key (bearer token, basic auth or personal link).',
    );
  });

  test("admin's help mentions no other provider", async () => {
    const { stdout } = await runAdmin(portal, ['--help']);
    const commands = [...stdout.matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name!);
    expect(commands).toContain('grant');
    for (const name of commands) {
      const help = await runAdmin(portal, [name, '--help']);
      expect(help.stdout).not.toMatch(/windborne|balloon|weather|forecast|\bwbc?_|WB_/i);
    }
  });

  test("all keys of a person share the provider's quota", async () => {
    const { requests_per_hour } = await portal.database.db
      .selectFrom('users')
      .select('requests_per_hour')
      .executeTakeFirstOrThrow();
    expect(requests_per_hour).toBe(90);
  });
});
