import { execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { root } from '../../src/platform/root.ts';
import { devMail, gatewayVerify, health, mcpServer, oauth, pages } from '../../src/urls.ts';
import { copyContent } from '../helpers/content-folder.ts';
import { freePort } from '../helpers/postgres.ts';
import {
  eventually,
  type PortalProcess,
  spawnPortalProcess,
  startPortalProcess,
} from '../helpers/process.ts';

// Except for the database's location, the output does not depend on the database.
describe('a start', () => {
  let portal: PortalProcess;
  afterEach(() => portal?.close());

  const start = async (env: Record<string, string> = {}) => {
    portal = await startPortalProcess({ LOG_LEVEL: 'warn', ...env });
    return eventually(() => (portal.output().includes('Press Ctrl+C to stop') ? portal.output() : undefined));
  };
  const providerApis = {
    FORECASTS_API_URL: 'https://forecasts.example/api/v1',
    DATA_API_URL: 'https://data.example/api/v1',
  };

  test('prints where the portal is, where mail goes, where data is stored and how to stop', async () => {
    const printed = await start();
    expect(printed).toContain(`Portal    ${portal.url}`);
    const link = new RegExp(`Mailbox +(${portal.url}${devMail}\\?token=\\S+)`).exec(printed)?.[1];
    expect(await (await fetch(link!)).text()).toContain('No emails yet.');
    expect(printed).toContain(portal.dataDir);
    expect(printed).toContain('Ctrl+C');
    expect(printed).not.toContain('_URL');
  }, 60_000);

  test('has one line about its address at a terminal, and names the one it listens on if people open another', async () => {
    expect(await start({ LOG_LEVEL: 'info' })).not.toContain('listening');
    await portal.close();
    const printed = await start({ LOG_LEVEL: 'info', PUBLIC_URL: 'https://portal.example' });
    expect(printed).toMatch(new RegExp(`Listening +http://[^ ]+:${new URL(portal.url).port}\\n`));
    expect(printed).not.toContain('"msg":"Server listening');
    await fetch(portal.url);
    await eventually(() => portal.output().includes('request completed') || undefined);
  }, 60_000);

  test('prints no mailbox link if there is no mailbox', async () => {
    expect(await start({ PUBLIC_URL: 'https://portal.example' })).not.toContain(devMail);
    expect((await fetch(portal.url + devMail)).status).toBe(404);
  }, 60_000);

  test("also serves MCP in front of the provider's APIs", async () => {
    await start(providerApis);
    expect((await fetch(portal.url + mcpServer, { method: 'POST' })).status).toBe(401);
  }, 60_000);

  test('serves neither MCP nor its sign-in for apps if another MCP server is configured', async () => {
    await start({ ...providerApis, MCP_URL: 'https://mcp.example/mcp' });
    for (const path of [mcpServer, oauth.token, oauth.revoke, oauth.register])
      expect([path, (await fetch(portal.url + path, { method: 'POST' })).status]).toEqual([path, 404]);
    for (const path of [oauth.protectedResource, oauth.authorizationServer])
      expect([path, (await fetch(portal.url + path)).status]).toEqual([path, 404]);
    expect(await (await fetch(`${portal.url}${pages.docs}/mcp`)).text()).toContain('https://mcp.example/mcp');
  }, 60_000);

  test('warns, as the pages do, that with one host set the other API is still the sandbox', async () => {
    await start({ DATA_API_URL: providerApis.DATA_API_URL });
    const warning = 'Warning: the Forecast API still uses the sandbox. Set FORECASTS_API_URL';
    await eventually(() => portal.output().includes(warning) || undefined);
    const page = await (await fetch(portal.url + pages.docs)).text();
    expect(page).toContain('<b>Sandbox:</b> the forecasts here are simulated');
  }, 60_000);

  test('stops with `npm start`, although the signal reaches only npm and its shell', async () => {
    const port = await freePort();
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-start-'));
    const npm = spawn('npm', ['start'], {
      cwd: root,
      env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
      stdio: 'ignore',
    });
    const answers = () =>
      fetch(`http://localhost:${port}${health}`).then(
        () => true,
        () => false,
      );
    await eventually(async () => (await answers()) || undefined, 60);
    npm.kill('SIGTERM');
    await eventually(async () => !(await answers()) || undefined);
    rmSync(dataDir, { recursive: true, force: true });
  }, 90_000);

  test('works from any folder, and so do the commands', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'portal-start-')));
    const args = [join(root, 'run.mjs'), 'src/admin.ts', 'people'];
    const command = promisify(execFile)(process.execPath, args, { cwd: folder, env: { DATA_DIR: 'data' } });
    await expect(command).rejects.toThrow(`No database at ${join(folder, 'data/portal.db')}:`);
    rmSync(folder, { recursive: true });
  });

  /** Returns everything that a failing start prints. */
  const failToStart = async (env: Record<string, string>) => {
    const failed = await spawnPortalProcess(env);
    await eventually(() => failed.process.exitCode ?? undefined);
    expect(failed.process.exitCode).toBe(1);
    await failed.close();
    return failed.output().trim().split('\n');
  };

  test('says in one line that the port is taken', async () => {
    await start();
    const { port } = new URL(portal.url);
    expect(await failToStart({ PORT: port })).toEqual([
      expect.stringMatching(`^PORT: .*EADDRINUSE.*:${port}: stop the other program, or set PORT to another$`),
    ]);
  }, 60_000);

  test('says in one line that its data folder cannot be used', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'portal-start-'));
    const file = join(folder, 'data');
    writeFileSync(file, '');
    expect(await failToStart({ DATA_DIR: file })).toEqual([`DATA_DIR: ${file}: this is not a folder`]);
    const odd = mkdtempSync(join(folder, 'data-'));
    mkdirSync(join(odd, 'secret-key'));
    expect(await failToStart({ DATA_DIR: odd })).toEqual([
      `DATA_DIR: ${odd}: EISDIR: illegal operation on a directory`,
    ]);
    const noDatabase = mkdtempSync(join(folder, 'data-'));
    writeFileSync(join(noDatabase, 'portal.db'), 'a letter, and no database '.repeat(100));
    expect(await failToStart({ DATA_DIR: noDatabase })).toEqual([
      `DATA_DIR: ${noDatabase}: file is not a database`,
    ]);
    rmSync(folder, { recursive: true, force: true });
  }, 60_000);

  test.each(['all', 'gateway'])('prints all mistakes in the content, with PORTAL_PARTS=%s', async (parts) => {
    const content = copyContent('another-provider');
    content.change('endpoints/tides.yaml', '"high_water":', 'high_water:');
    content.change('site.yaml', 'icon: bot', 'icon: boot');
    const lines = await failToStart({ CONTENT_DIR: content.path, PORTAL_PARTS: parts });
    expect(lines).toEqual([
      '2 mistakes in the content:',
      expect.stringMatching(`^${content.path}/endpoints/tides.yaml:33: response_example.text: is not JSON: `),
      `${content.path}/site.yaml:65: navigation.2.icon: boot is not an icon, did you mean \`bot\`?`,
    ]);
    content.remove();
  });

  test.each(['all', 'gateway'])(
    'says in one line that CONTENT_DIR is wrong, with PORTAL_PARTS=%s',
    async (parts) => {
      const folder = mkdtempSync(join(tmpdir(), 'portal-start-'));
      const env = { PORTAL_PARTS: parts };
      expect(await failToStart({ ...env, CONTENT_DIR: join(folder, 'harbour') })).toEqual([
        `CONTENT_DIR: ${join(folder, 'harbour')}: no such folder`,
      ]);
      expect(await failToStart({ ...env, CONTENT_DIR: folder })).toEqual([
        `CONTENT_DIR: ${folder}: this folder has no site.yaml`,
      ]);
      rmSync(folder, { recursive: true });
    },
  );

  describe('in production', () => {
    const production = { NODE_ENV: 'production', SECRET_KEY: 's'.repeat(40) };

    test('needs SMTP_URL and PUBLIC_URL', async () => {
      const lines = await failToStart(production);
      expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
        'SMTP_URL and PUBLIC_URL are required in production: set them, or set ALLOW_MISSING=SMTP_URL,PUBLIC_URL to start without',
      ]);
    });

    test('starts without them if ALLOW_MISSING names them, and shows no mailbox', async () => {
      portal = await startPortalProcess({ ...production, ALLOW_MISSING: 'SMTP_URL,PUBLIC_URL' });
      expect(portal.output()).not.toContain(devMail);
      expect((await fetch(portal.url + devMail)).status).toBe(404);
    }, 60_000);

    test('needs neither as a verifier alone', async () => {
      portal = await startPortalProcess({ ...production, PORTAL_PARTS: 'gateway' });
      expect((await fetch(portal.url + gatewayVerify)).status).toBe(403);
    }, 60_000);
  });

  test.each([
    ['nowhere.invalid', 'getaddrinfo'],
    ['192.0.2.1', 'EADDRNOTAVAIL'],
  ])('says in one line that %s is no address to listen on', async (host, reason) => {
    expect(await failToStart({ HOST: host })).toEqual([expect.stringMatching(`^HOST: .*${reason}`)]);
  });

  const postgresUrl = inject('postgresUrl');
  describe.skipIf(!postgresUrl)('says in one line what is wrong with the database, and no password', () => {
    const { host } = new URL(postgresUrl ?? 'postgres://localhost');
    const at = (place: string) => `postgres://portal:hunter2@${place}`;
    test.each([
      ['no server', at('127.0.0.1:1/portal'), 'ECONNREFUSED'],
      ['no server at either address', at('localhost:1/portal'), 'ECONNREFUSED'],
      ['no such machine', at('nowhere.invalid/portal'), 'getaddrinfo'],
      ['no such database', at(`${host}/teapot`), 'database "teapot" does not exist'],
      ['no such person', `postgres://nobody:hunter2@${host}/postgres`, 'role "nobody" does not exist'],
      ['no encryption', at(`${host}/postgres?sslmode=verify-full`), 'does not support SSL'],
    ])('%s', async (_, DATABASE_URL, reason) => {
      const lines = await failToStart({ DATABASE_URL, SECRET_KEY: 's'.repeat(40) });
      expect(lines).toEqual([expect.stringMatching(`^DATABASE_URL: .*${reason}`)]);
      expect(lines[0]).not.toContain('hunter2');
    });
  });
});
