import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { minSecretKeyLength, readConfig, requireProductionSettings } from '../../src/platform/config.ts';
import { root } from '../../src/platform/root.ts';
import { gatewayVerify, pages, ready } from '../../src/urls.ts';
import { createPostgresDatabase } from '../helpers/database.ts';
import { nginx } from '../helpers/nginx.ts';
import { freePort } from '../helpers/postgres.ts';
import { type PortalProcess, startPortalProcess } from '../helpers/process.ts';
import { type Running, startProgram } from '../helpers/recipe.ts';
import {
  imageCommand,
  imageEnvironment,
  makeAdminCommand,
  nginxConfiguration,
  readCompose,
  runStart,
} from './container-image.ts';

const folder = mkdtempSync(join(tmpdir(), 'portal-compose-'));
const settings = () => readFileSync(join(folder, 'container/.env'), 'utf8');
const run = promisify(execFile);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
const printed = runStart(folder, { GIT_DIR: git('rev-parse', '--absolute-git-dir') });
const compose = readCompose(parseEnv(settings()) as Record<string, string>);

/** No container engine runs here, so that the parts of the compose file are started as processes. */
describe('the compose file', () => {
  test('starts with one command, which passes the commit and creates secrets once, for the owner only', () => {
    expect(printed).toBe(`container ${git('rev-parse', 'HEAD')} compose up --build --detach --wait\n`);
    const { POSTGRES_PASSWORD, SECRET_KEY, ...others } = parseEnv(settings());
    expect(others).toEqual({});
    expect(POSTGRES_PASSWORD).toMatch(/^[0-9a-f]{64}$/);
    expect(SECRET_KEY).toMatch(/^[0-9a-f]{64}$/);
    expect(SECRET_KEY!.length).toBeGreaterThanOrEqual(minSecretKeyLength);
    expect(SECRET_KEY).not.toBe(POSTGRES_PASSWORD);
    expect(statSync(join(folder, 'container/.env')).mode & 0o777).toBe(0o600);
    const before = settings();
    expect(runStart(folder, { GIT_DIR: '/nowhere' })).toBe(
      'container unknown compose up --build --detach --wait\n',
    );
    expect(settings()).toBe(before);
  });

  test('does not start without the secrets', () => {
    expect(() => readCompose({})).toThrow('run ./start');
  });

  test('gives both portals the same settings, which a production start accepts', () => {
    const [first, second] = [compose.services['portal-1'], compose.services['portal-2']];
    expect(second.environment).toEqual(first.environment);
    const env = { ...imageEnvironment(), ...asTexts(first.environment) };
    const config = readConfig(env);
    requireProductionSettings(config);
    expect(config).toMatchObject({
      production: true,
      publicUrl: 'http://localhost:8080',
      trustProxyHops: 1,
      gatewayPeers: [compose.services.nginx.networks.inside.ipv4_address],
      adminCommand: 'docker exec portal-1 admin',
    });
    expect(new URL(config.databaseUrl!).password).toBe(
      compose.services.postgres.environment.POSTGRES_PASSWORD,
    );
    expect(compose.services['portal-1'].container_name).toBe('portal-1');
  });

  test('takes a real mail server, address and API from .env', () => {
    const given = {
      ...(parseEnv(settings()) as Record<string, string>),
      PUBLIC_URL: 'https://portal.example.com',
      SMTP_URL: 'smtp://mail.example.com:587',
      MAIL_FROM: 'portal@example.com',
      ENGINE: 'podman',
    };
    const { environment } = readCompose(given).services['portal-2'];
    expect(readConfig({ ...imageEnvironment(), ...asTexts(environment) })).toMatchObject({
      publicUrl: given.PUBLIC_URL,
      smtpUrl: given.SMTP_URL,
      mailFrom: given.MAIL_FROM,
      adminCommand: 'podman exec portal-1 admin',
    });
  });

  test('has a health check per portal that reads its readiness', () => {
    const [kind, program, flag, script] = compose.services['portal-1'].healthcheck.test;
    expect([kind, program, flag]).toEqual(['CMD', '/portal/node', '-e']);
    expect(script).toContain(ready);
  });

  test('publishes nginx alone', () => {
    const published = Object.entries(compose.services).filter(([, { ports }]) => ports);
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([['nginx', ['127.0.0.1:8080:8080']]]);
  });

  const missing = [nginx ? '' : 'nginx', inject('postgresUrl') ? '' : 'PostgreSQL']
    .filter(Boolean)
    .join(', ');
  describe.skipIf(missing !== '')(`as processes${missing && ` (not installed here: ${missing})`}`, () => {
    let database: Awaited<ReturnType<typeof createPostgresDatabase>>;
    let portals: PortalProcess[];
    let server: Running;
    let env: Record<string, string>[];
    const ask = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);

    beforeAll(async () => {
      database = await createPostgresDatabase();
      const names = ['portal-1', 'portal-2'] as const;
      env = await Promise.all(
        names.map(async (name) => ({
          ...imageEnvironment(),
          ...asTexts(compose.services[name].environment),
          // Containers have addresses and folders of their own.
          DATABASE_URL: database.url,
          HOST: '127.0.0.1',
          PORT: String(await freePort()),
          METRICS_LISTEN: String(await freePort()),
          DATA_DIR: join(folder, name),
        })),
      );
      const command = ['node', ...imageCommand()].join(' ');
      portals = await Promise.all(env.map((own) => startPortalProcess(own, command)));
      server = await startNginxOf(env.map(({ PORT }) => PORT!));
    }, 90_000);
    afterAll(async () => {
      await server?.stop();
      await Promise.all((portals ?? []).map((portal) => portal.close()));
      await database?.drop();
    });

    test('nginx serves the portal, and not the verifier', async () => {
      expect((await ask(pages.docs)).status).toBe(200);
      for (const path of [
        gatewayVerify,
        `${gatewayVerify}/api/v1/points`,
        '/%67ateway/verify',
        '//gateway/verify',
      ])
        expect([path, (await ask(path)).status]).toEqual([path, 404]);
      expect(server.log()).not.toContain('emerg');
    });

    test('the admin command of the image sees both processes', async () => {
      const admin = makeAdminCommand(join(folder, 'portal'));
      const { stdout } = await run(admin, ['status', '--json'], { env: env[0]! });
      expect(JSON.parse(stdout)).toMatchObject({ processes: 2, people: 0 });
      const { stdout: help } = await run(admin, ['--help'], { env: env[0]! });
      expect(help).toContain('Usage: docker exec portal-1 admin <command> ');
      await expect(run(admin, ['grant'], { env: env[0]! })).rejects.toMatchObject({
        code: 2,
        stderr: 'Usage: docker exec portal-1 admin grant <client ID> <role>\n',
      });
    });

    test('every line that a portal prints is JSON, from its start to its stop', async () => {
      await portals[1]!.kill('SIGTERM');
      const lines = portals[1]!.output().trimEnd().split('\n');
      const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
      expect(messages).toContain('started');
      expect(messages.at(-1)).toBe('stopped');
    });

    test('the other portal keeps serving when one has stopped', async () => {
      for (let count = 0; count < 4; count++) expect((await ask(pages.docs)).status).toBe(200);
    });

    test('nothing was written outside of the folder for data', () => {
      expect(readdirSync(join(folder, 'container')).toSorted()).toEqual(
        ['.env', 'README.md', 'compose.yaml', 'nginx.conf', 'start'].toSorted(),
      );
    });
  });
});

const asTexts = (environment: object) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value)]));

/** Runs the shipped site with only addresses and log files replaced. */
async function startNginxOf(ports: string[]): Promise<Running> {
  const place = join(folder, 'nginx');
  mkdirSync(place);
  const port = await freePort();
  const site = nginxConfiguration()
    .replace('portal-1:3000', `127.0.0.1:${ports[0]}`)
    .replace('portal-2:3000', `127.0.0.1:${ports[1]}`)
    .replace('listen 8080', `listen 127.0.0.1:${port}`)
    .replace('/var/log/nginx/access.log', join(place, 'access.log'));
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  writeFileSync(join(place, 'site.conf'), site);
  writeFileSync(
    join(place, 'nginx.conf'),
    `daemon off;
${userInfo().uid === 0 ? 'user root;' : ''}
pid ${place}/nginx.pid;
error_log ${place}/error.log;
events {}
http {
  ${kinds.map((kind) => `${kind}_temp_path ${place}/${kind};`).join(' ')}
  include ${place}/site.conf;
}
`,
  );
  return startProgram([nginx!, '-c', join(place, 'nginx.conf'), '-p', place], {
    port,
    logFiles: [join(place, 'error.log')],
  });
}
