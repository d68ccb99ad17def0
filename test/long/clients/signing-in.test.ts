import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ConnectionsAnswer } from '../../../src/oauth/contract.ts';
import { calls, mcpServer, oauth, pages } from '../../../src/urls.ts';
import { chromiumMissing, openPortalBrowser, type PortalBrowser } from '../../e2e/portal-browser.ts';
import { freePort } from '../../helpers/postgres.ts';
import { eventually } from '../../helpers/process.ts';
import { type Installed, installNpm, installPip } from './packages.ts';

const remote = installNpm(['mcp-remote@0.15.1', '@modelcontextprotocol/sdk@1.32.2']);
const inspector = installNpm(['@modelcontextprotocol/inspector@2.12.0']);
const python = installPip(['mcp==2.3.0']);
const conformance = installNpm(['@modelcontextprotocol/conformance@0.2.0-alpha.12']);

/** A program that runs until its person has signed in, and its output so far. */
class Client {
  output = '';
  readonly process: ChildProcess;
  readonly exitCode: Promise<number | null>;

  constructor(installed: Installed, home: string, command: string[]) {
    const [program, ...args] = command;
    const path = [installed.bin, dirname(process.execPath), process.env.PATH].join(':');
    // The Inspector stores tokens in the system's keychain by default.
    const settings = { MCP_INSPECTOR_SECRET_STORE: 'file', MCP_AUTO_OPEN_ENABLED: 'true' };
    this.process = spawn(program!, args, { cwd: home, env: { PATH: path, HOME: home, ...settings } });
    const collect = (chunk: Buffer) => {
      this.output += chunk;
    };
    this.process.stdout!.on('data', collect);
    this.process.stderr!.on('data', collect);
    this.exitCode = new Promise((resolve) => this.process.once('close', resolve));
  }

  prints = (pattern: RegExp) => eventually(async () => pattern.exec(this.output)?.[0], 60);
}

describe.skipIf(chromiumMissing)('current clients connect by signing in and are disconnected', () => {
  let portalBrowser: PortalBrowser;
  let account: Page;
  let url: string;
  let home: string;
  const started: Client[] = [];
  beforeAll(async () => {
    portalBrowser = await openPortalBrowser();
    account = await portalBrowser.openAs('signing-in@example.com', pages.account);
    url = portalBrowser.portal.url + mcpServer;
    home = mkdtempSync(join(tmpdir(), 'portal-client-home-'));
  });
  afterEach(() => {
    for (const client of started.splice(0)) client.process.kill('SIGKILL');
  });
  afterAll(async () => {
    await portalBrowser?.close();
    rmSync(home, { recursive: true, force: true });
  });

  function start(installed: Installed, ...command: string[]): Client {
    const client = new Client(installed, home, command);
    started.push(client);
    return client;
  }
  const findAddress = (client: Client) =>
    client.prints(new RegExp(`http\\S+${oauth.authorize}\\?\\S+(?=\\s)`));

  /** Opens the address that the client prints, and allows the app. */
  async function allow(client: Client): Promise<void> {
    const { pathname, search } = new URL(await findAddress(client));
    const page = await portalBrowser.openTab(account, pathname + search);
    await page.getByRole('main').getByRole('button', { name: 'Allow', exact: true }).click();
    await page.waitForURL(({ pathname }) => pathname.endsWith('/callback'));
    await page.close();
  }

  async function disconnect(): Promise<void> {
    await account.reload();
    const apps = account.getByRole('region', { name: 'Connected apps' });
    await apps.getByRole('button', { name: /^Disconnect/ }).click();
    await apps.getByText('No apps yet.').waitFor();
    const answer = await account.request.get(portalBrowser.portal.url + calls.connections);
    expect(((await answer.json()) as ConnectionsAnswer).connections).toEqual([]);
  }

  test.skipIf(!remote)('mcp-remote', async () => {
    const list = () => start(remote!, 'mcp-remote-client', url, '--allow-http');
    const first = list();
    await allow(first);
    await first.prints(/get_point_forecast/);
    first.process.kill();
    await first.exitCode;
    // It has stored its tokens.
    const second = list();
    await second.prints(/get_point_forecast/);
    expect(second.output).not.toContain(oauth.authorize);
    second.process.kill();
    await second.exitCode;
    await disconnect();
    const third = list();
    await findAddress(third);
    expect(third.output).not.toContain('get_point_forecast');
    // Its own page tries to close itself.
    portalBrowser.forgive(/Scripts may close only/);
  });

  test.skipIf(!inspector)('Inspector on the command line', async () => {
    const inspect = (...args: string[]) =>
      start(inspector!, 'mcp-inspector', '--cli', url, '--transport', 'http', '--method', ...args);
    const forecast = [
      'tools/call',
      '--tool-name',
      'get_point_forecast',
      '--tool-arg',
      'coordinates=42.36,-71.06',
    ];
    const first = inspect('tools/list');
    await allow(first);
    expect([await first.exitCode, first.output]).toEqual([0, expect.stringContaining('get_point_forecast')]);
    const second = inspect(...forecast, '--stored-auth-only');
    expect([await second.exitCode, second.output]).toEqual([0, expect.stringContaining('temperature')]);
    await disconnect();
    const third = inspect(...forecast, '--stored-auth-only');
    expect(await third.exitCode).not.toBe(0);
    expect(third.output).not.toContain('temperature');
  });

  test.skipIf(!python)('Python mcp', async () => {
    const program = join(import.meta.dirname, 'programs/python_mcp_sign_in.py');
    const client = start(python!, 'python3', program, url, String(await freePort()));
    await allow(client);
    await client.prints(/listed get_point_forecast/);
    client.process.stdin!.write('again\n');
    await client.prints(/called .*temperature/);
    await disconnect();
    client.process.stdin!.write('again\n');
    // It asks its person to sign in, instead of answering.
    await eventually(async () => client.output.split(oauth.authorize).length > 2 || undefined, 60);
    expect(client.output.match(/called/g)).toHaveLength(1);
  });

  test.skipIf(!conformance)('the conformance tests of authorization servers', async () => {
    const port = String(await freePort());
    const answer = await fetch(portalBrowser.portal.url + oauth.register, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ redirect_uris: [`http://127.0.0.1:${port}/callback`] }),
    });
    const { client_id } = (await answer.json()) as { client_id: string };
    const server = ['--url', portalBrowser.portal.url, '--client-id', client_id, '--resource', url];
    const checks = start(conformance!, 'conformance', 'authorization', ...server, '--port', port);
    await allow(checks);
    expect([await checks.exitCode, checks.output]).toEqual([0, expect.stringMatching(/0 failed/)]);
  });
});
