import { existsSync } from 'node:fs';
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../src/keys/contract.ts';
import { calls, health, mcpServer, pages } from '../../src/urls.ts';
import { decide, seeRequest } from '../helpers/app-consent.ts';
import type { Browser } from '../helpers/browser.ts';
import { createKey, listKeys, notAuthorized, withSecret } from '../helpers/keys.ts';
import { OAuthApp } from '../helpers/oauth-app.ts';
import { eventually } from '../helpers/process.ts';
import { findProgram, hasIpv6 } from '../helpers/recipe.ts';
import { startSmtp, type TestSmtp } from '../helpers/smtp.ts';
import { startUpstream, type Upstream } from '../helpers/upstream.ts';
import { Machine, missingPrograms } from './machine.ts';
import { RecipeReader } from './recipe-reader.ts';
import { makeBrokenRelease } from './releases.ts';
import { run } from './service-manager.ts';
import { apiHost, filesOf, portalHost, Visits } from './visits.ts';

const missing = missingPrograms();
const title = `the recipe for two processes${missing ? ` (not installed here: ${missing})` : ''}`;

describe.skipIf(missing !== '')(title, { timeout: 180_000 }, followRecipe);

/** The tests form one story: each continues where the previous one ended. */
function followRecipe() {
  let api: Upstream;
  let smtp: TestSmtp;
  let machine: Machine;
  let recipe: RecipeReader;
  let visits: Visits;
  let person: Browser;
  let key: CreatedApiToken;
  beforeAll(async () => {
    api = await startUpstream();
    machine = await Machine.start(api.port);
    recipe = new RecipeReader(machine);
    smtp = await startSmtp(machine.addresses.ports.smtp);
  }, 60_000);
  afterAll(async () => {
    await machine?.close();
    await smtp?.close();
    api?.close();
  }, 60_000);

  let isOver = false;
  beforeEach(({ skip }) => skip(isOver, 'an earlier part of the story failed'));
  afterEach(({ task }) => {
    isOver ||= task.result?.state === 'fail';
  });

  const units = () => machine.addresses.ports.portals.map((port) => `portal@${port}`);
  /** What each process says it runs, and what the folder of the release has. */
  const commits = () =>
    Promise.all(
      machine.addresses.ports.portals.map(async (port) => {
        const answer = await fetch(`http://127.0.0.1:${port}${health}`);
        return ((await answer.json()) as { commit: string }).commit;
      }),
    );
  const commitOf = async (release: string) =>
    (await machine.run(`git -C /opt/portal/releases/${release} rev-parse HEAD`)).trim();
  const releases = () => units().map((unit) => machine.services.require(unit).release);

  test('sets up a machine on which both processes run, with only the settings of its files', async () => {
    await recipe.follow('Prepare the machine');
    await recipe.follow('Fetch a release');
    await recipe.follow('Create the database and the settings');
    await recipe.follow('Start the processes');
    expect(releases()).toEqual(['v1.0.0', 'v1.0.0']);
    for (const unit of units()) expect(machine.services.isEnabled(unit)).toBe(true);
    expect(new Set(await commits())).toEqual(new Set([await commitOf('v1.0.0')]));
  });

  const analyze = findProgram('systemd-analyze');
  test.skipIf(!analyze)('has units that systemd-analyze accepts', async () => {
    const files = ['portal@.service', 'portal-backup.service', 'portal-backup.timer'];
    const paths = files.map((file) => machine.path(`etc/systemd/system/${file}`));
    const { stdout, stderr } = await run(analyze!, ['verify', '--man=no', ...paths]);
    expect([stdout, stderr]).toEqual(['', '']);
    // The threshold is on a scale from 0 (safe) to 100 (exposed).
    await run(analyze!, ['security', '--offline=true', '--threshold=25', paths[0]!]);
  });

  test('puts nginx in front of them, and a person who signs up gets a key for the API', async () => {
    await recipe.follow('Put nginx in front');
    visits = new Visits(machine, smtp);
    // A reload takes slightly longer than its command.
    await eventually(visits.openPage);
    person = await visits.signUp();
    key = await createKey(person);
    const env = { CLIENT_ID: key.external_id, API_KEY: key.token };
    const printed = await recipe.follow('Check that it works', env);
    expect(printed).toMatch(new RegExp(`${key.external_id}.*all_access.*100000`));
    expect(api.seen.at(-1)!.headers).toMatchObject({ 'x-client-id': key.external_id });
  });

  test('lets an app connect by signing in, with codes and tokens that every process knows', async () => {
    const app = new OAuthApp();
    const address = new URL(`https://${portalHost}${mcpServer}`);
    const { fetch } = visits.client;
    const newTransport = () =>
      new StreamableHTTPClientTransport(address, { authProvider: app as OAuthClientProvider, fetch });
    const newClient = () => new Client({ name: 'walk', version: '1.0.0' });
    const first = newTransport();
    await expect(newClient().connect(first)).rejects.toBeInstanceOf(UnauthorizedError);
    const shown = await seeRequest(person, app.asked!.search.slice(1));
    const { redirect_to } = (await decide(person, shown)).json();
    await first.finishAuth(new URL(redirect_to).searchParams);
    const client = newClient();
    await client.connect(newTransport());
    // nginx uses the processes in turn.
    for (let call = 0; call < 4; call++)
      expect((await client.listTools({}, { cacheMode: 'bypass' })).tools.length).toBeGreaterThan(10);
    const [{ id }] = (await person.get(calls.connections)).json().connections;
    await person.delete(calls.connection(id));
    await eventually(() => client.listTools({}, { cacheMode: 'bypass' }).then(() => undefined, String));
    await client.close();
  });

  test.each([
    '/gateway/verify',
    '/gateway/verify/api/v1/points',
    '/gateway/',
    '//gateway/verify',
    '/%67ateway/verify',
    '/docs/../gateway/verify',
    '/gateway/verify/../../docs',
    '/gateway/verify/../../mcp',
    '/gateway/verify/../../api_experience-assets/x',
    '/%67ateway/verify/..%2f../docs',
    '/gateway/verify/%2e%2e/%2e%2e/docs',
    '/./gateway/verify',
    '/gateway%2fverify',
  ])('has no way to the verifier from outside: %s', async (path) => {
    const headers = { authorization: withSecret(key) };
    const answer = await visits.client.ask(portalHost, path, { headers });
    expect(answer.headers).not.toHaveProperty('x-client-id');
    expect(answer.body).not.toBe(notAuthorized);
  });

  test.skipIf(!hasIpv6)('answers over IPv6 as well, and knows no other host name there either', async () => {
    const { http, https } = machine.addresses.ports;
    const ask = (name: string) =>
      machine.run(
        `curl --disable --silent --output /dev/null --write-out '%{http_code} ' --cacert /etc/portal/tls/fullchain.pem \
          --connect-to '::[::1]:${https}' https://${name}/docs
        curl --disable --silent --output /dev/null --write-out '%{http_code}' --connect-to '::[::1]:${http}' \
          http://${name}/docs`,
      );
    expect(await ask(portalHost)).toBe('200 308');
    expect(await ask(apiHost)).toBe('404 308');
    await expect(ask('other.example.com')).rejects.toThrow();
  });

  test('does not answer requests for another host name', async () => {
    await expect(visits.client.ask('other.example.com', pages.docs)).rejects.toThrow(/alert|handshake/);
    const plain = `curl --silent --header 'Host: other.example.com' http://portal.example.com/`;
    await expect(machine.run(plain)).rejects.toThrow();
  });

  test('logs no query and no secret', async () => {
    const secret = `client_id=${key.external_id}&api_key=${key.token}`;
    for (const host of [portalHost, apiHost]) await visits.client.ask(host, `/mcp?${secret}`);
    await visits.client.ask(portalHost, `${pages.resetPassword}?reset_password_token=${key.token}`);
    const names = ['access', 'error', 'portal', 'api'];
    const logs = () => names.map((name) => machine.read(`var/log/nginx/${name}.log`)).join('');
    // nginx writes a line after it has sent the response, so the last line may come a moment later.
    await eventually(() => {
      const written = logs();
      return written.split('"GET /mcp"').length > 2 && written.includes(pages.resetPassword)
        ? true
        : undefined;
    });
    expect(logs()).not.toContain(key.token);
  });

  test('restores the state at the time of the backup, with working keys', async () => {
    expect(await recipe.follow('Back up')).toMatch(/^\d{4}-\d\d-\d\dT\d{6}\.dump\n$/);
    expect(machine.services.isEnabled('portal-backup.timer')).toBe(true);
    const later = await createKey(person);
    await visits.callApi(later);
    await recipe.follow('Restore');
    await visits.callApi(key);
    await visits.callApi(later, 403);
    expect((await listKeys(person)).map(({ id }) => id)).toEqual([key.id]);
  });

  test('upgrades without a failed request, and keeps the files of the previous release', async () => {
    const before = filesOf(await visits.openPage());
    await visits.during(await visits.everyone(key, person), () => recipe.follow('Upgrade'));
    expect(releases()).toEqual(['v1.1.0', 'v1.1.0']);
    expect(new Set(await commits())).toEqual(new Set([await commitOf('v1.1.0')]));
    expect(await commitOf('v1.1.0')).not.toBe(await commitOf('v1.0.0'));
    const query = 'runuser -u postgres -- psql -Atc "select * from next_release" developer_portal';
    expect(await machine.run(query)).toBe('');
    expect(filesOf(await visits.openPage())).not.toEqual(before);
    for (const file of before) await visits.client.expect(200, portalHost, file);
  });

  test('skips a release that does not start, and rolls back, without a failed request', async () => {
    const processes = () => machine.read('etc/nginx/portal-processes.conf').match(/ down;/g) ?? [];
    makeBrokenRelease(machine.addresses);
    await visits.during(await visits.everyone(key, person), async () => {
      const upgrade = machine.run('ln -sfn releases/v1.2.0 /opt/portal/current; restart-portal');
      await expect(upgrade).rejects.toThrow(`${units()[0]} did not become ready`);
      expect(processes()).toHaveLength(1);
      expect(machine.services.require(units()[1]!).release).toBe('v1.1.0');
      await recipe.follow('Roll back');
    });
    expect(releases()).toEqual(['v1.0.0', 'v1.0.0']);
    expect(processes()).toEqual([]);
  });

  test('changes the secret key without a failed request, and keeps sessions and keys', async () => {
    let printed = '';
    await visits.during(await visits.everyone(key, person), async () => {
      printed = await recipe.follow('Change the secret key');
    });
    await visits.callApi(key);
    expect(printed).toContain('Re-encrypted 1 key with the first entry of SECRET_KEY.\n');
  });

  test('continues when a process is killed, and the process is restarted', async () => {
    const [unit] = units();
    const { process } = machine.services.require(unit!);
    await visits.during(visits.readers(key), async () => {
      process.kill('SIGKILL');
      await eventually(() => machine.services.require(unit!).process.pid !== process.pid || undefined);
      const ready = `http://127.0.0.1:${machine.addresses.ports.portals[0]}/readyz`;
      await eventually(async () => (await fetch(ready)).ok || undefined, 60);
    });
  });

  test('ends without errors in the logs and without waiting or given-up mail, after every block was run', async () => {
    expect(await recipe.follow('Logs')).toBe('none\n');
    expect(await recipe.follow('Sign-in attempts')).toBe('None.\n');
    expect(await recipe.follow('Requests for all access')).toBe('None.\n');
    expect(await recipe.follow('What to watch')).toMatch(/^0\|0\n\d+\n$/);
    await recipe.follow('Metrics');
    expect(recipe.isAtTheEnd).toBe(true);
  });

  test('leaves nothing in the data folder that a backup would have to save', () => {
    expect(existsSync(machine.path('var/lib/portal'))).toBe(false);
  });
}
