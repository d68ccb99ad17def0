import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, inject, test } from 'vitest';
import { openPostgres } from '../../src/platform/database.ts';
import { migrate } from '../../src/platform/open-database.ts';
import { CuttableProxy } from './cuttable-proxy.ts';
import { createPostgresDatabase, migrationsFolder } from './database.ts';
import type { Call, GatewayEnvironment } from './gateway-environment.ts';
import { basic, createKey, freePath, withSecret } from './keys.ts';
import { startPortal } from './portal.ts';
import { eventually } from './process.ts';
import { listen, type RawAnswer } from './raw-http.ts';
import type { Differences } from './recipe-tests.ts';

const unavailable =
  '{"error":"The service is not available right now. Please try again in a moment.","success":false}';

const expectUnavailable = ({ status, headers, body }: RawAnswer) =>
  expect([status, headers['content-type'], headers['retry-after'], body]).toEqual([
    503,
    expect.stringMatching(/^application\/json/),
    '5',
    unavailable,
  ]);

/** No client should wait longer than this to learn that it has to try again. */
const maxSeconds = 5;

/** What a gateway answers while the verifier, the verifier's database or the API is away. */
export function testOutages(current: () => GatewayEnvironment, differences: Differences): void {
  const { hasPlainErrors = false } = differences;
  const call = (options: Partial<Call>) => current().call(options);
  const secret = () => `client_id=${current().free.external_id}&api_key=${current().free.token}`;

  /** Nobody gets in, whatever is sent, and every client learns in time that it has to try again. */
  async function expectRefusals(): Promise<void> {
    const { free, paid, gateway } = current();
    const calls: Partial<Call>[] = [withSecret(free), withSecret(paid), basic('wbc_x', 'y'), ''].map(
      (authorization) => ({
        path: `${freePath}?${secret()}`,
        headers: { origin: 'https://localhost', ...(authorization && { authorization }) },
      }),
    );
    calls.push({ method: 'POST', body: 'x', headers: { authorization: withSecret(paid) } });
    const answers = await Promise.all(
      calls.map(async (options) => {
        const startedAt = performance.now();
        const { answer } = await call(options);
        return { answer, options, seconds: (performance.now() - startedAt) / 1000 };
      }),
    );
    expect(current().upstream().seen).toEqual([]);
    for (const { answer, options, seconds } of answers) {
      expect(answer.headers).not.toHaveProperty('x-client-id');
      expect(seconds).toBeLessThan(maxSeconds);
      if (hasPlainErrors) expect([502, 503, 504]).toContain(answer.status);
      else expectUnavailable(answer);
      // A page must be able to read when it may try again.
      expect(answer.headers['access-control-allow-origin']).toBe(options.headers?.origin);
    }
    expect(gateway.log()).not.toContain(free.token);
    expect(gateway.log()).not.toContain(withSecret(free).slice(6));
  }

  const expectRecovery = () =>
    eventually(async () => {
      const { answer } = await call({ headers: { authorization: withSecret(current().free) } });
      return answer.status === 200 ? true : undefined;
    }, 15);

  test('without the verifier nobody gets in, no secret is logged, and the gateway recovers by itself', async () => {
    await current().cutLine();
    await expectRefusals();
    expect((await call({ path: `/mcp?${secret()}` })).answer.status).toSatisfy((status) =>
      (hasPlainErrors ? [502, 503] : [503]).includes(status),
    );
    expect(current().gateway.log()).not.toContain(current().free.token);
    await current().mendLine();
    await expectRecovery();
  });

  test('a verifier that takes requests and does not answer lets nobody in', async () => {
    current().silenceLine();
    await expectRefusals();
    await current().cutLine();
    await current().mendLine();
    await expectRecovery();
  }, 120_000);

  test('a verifier that takes no connections lets nobody in', async () => {
    await current().cutLine();
    const blocked = await blockPort(current().portalPort);
    try {
      await expectRefusals();
    } finally {
      await blocked.close();
    }
    await current().mendLine();
    await expectRecovery();
  }, 120_000);

  const hasPostgres = inject('postgresUrl') !== undefined;
  describe.skipIf(!hasPostgres)('with a verifier that lost its database', () => {
    test('the client gets the same answer, also through a gateway without one of its own', async () => {
      const database = await createPostgresDatabase();
      const real = new URL(database.url);
      const line = new CuttableProxy(Number(real.port));
      const port = await line.mend();
      const url = `postgres://portal@127.0.0.1:${port}${real.pathname}`;
      const openAgain = () => openPostgres(url);
      const opened = openAgain();
      await migrate(opened, migrationsFolder, Date.now);
      const portal = await startPortal({}, { ...opened, url, openAgain });
      const key = await createKey(await portal.signUp());
      const headers = { authorization: withSecret(key) };
      await current().cutLine();
      await current().mendLine(await listen(portal));
      await eventually(async () => (await call({ headers })).answer.status === 200 || undefined, 15);
      await line.cut();
      // The longest that a known key is trusted, and a little more.
      await sleep(900);
      for (let round = 0; round < 3; round++) {
        const { answer, seen } = await call({ headers });
        expectUnavailable(answer);
        expect(seen).toEqual([]);
      }
      await line.mend(port);
      await eventually(async () => (await call({ headers })).answer.status === 200 || undefined, 15);
      await current().cutLine();
      await portal.close();
      await line.cut();
      await database.drop();
      await current().mendLine();
      await expectRecovery();
    });
  });

  test('an API that does not answer is reported by the gateway, which recovers by itself', async () => {
    await current().stopApi();
    const { answer } = await call({ headers: { authorization: withSecret(current().paid) } });
    expect([502, 503, 504]).toContain(answer.status);
    expect(answer.headers).not.toHaveProperty('x-client-id');
    await current().startApi();
    await expectRecovery();
  });
}

/** A stopped process whose queue of connections is full: the kernel takes no more, and says nothing. */
async function blockPort(port: number): Promise<{ close(): Promise<void> }> {
  const program = `require('node:net').createServer().listen({ port: ${port}, host: '127.0.0.1', backlog: 1 }, () => console.log('listening'))`;
  const child: ChildProcess = spawn(process.execPath, ['-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout!, 'data');
  child.kill('SIGSTOP');
  const sockets: Socket[] = [];
  for (let isFull = false; !isFull; ) {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    isFull = await Promise.race([once(socket, 'connect').then(() => false), sleep(500, true)]);
  }
  return {
    async close() {
      for (const socket of sockets) socket.destroy();
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
