import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageFile from '../../package.json' with { type: 'json' };
import { api, calls, gatewayVerify, pages } from '../../src/urls.ts';
import {
  eventually,
  type PortalProcess,
  spawnPortalProcess,
  startPortalProcess,
} from '../helpers/process.ts';

const production = {
  NODE_ENV: 'production',
  SECRET_KEY: 's3cret-key-of-the-portal-'.repeat(2),
  ALLOW_MISSING: 'SMTP_URL,PUBLIC_URL',
};

interface Line {
  level: number;
  time: string;
  pid: number;
  msg: string;
  [name: string]: unknown;
}

const linesOf = (portal: PortalProcess): Line[] =>
  portal
    .output()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('the output in production', () => {
  const secrets = ['hunter2', 'wbc_client', 'reset-token', 'cookie-value', production.SECRET_KEY];
  let portal: PortalProcess;
  beforeAll(async () => {
    portal = await startPortalProcess(production);
  }, 60_000);
  afterAll(() => portal?.close());

  test('is JSON from the start to the stop, without queries, bodies and credentials', async () => {
    const authorization = `Basic ${Buffer.from('wbc_client:hunter2').toString('base64')}`;
    const headers = { authorization, cookie: 'session=cookie-value' };
    const ask = (path: string, init: RequestInit = {}) => fetch(portal.url + path, { headers, ...init });
    await ask(`${pages.resetPassword}?reset_password_token=reset-token`);
    await ask(`${api}/points?api_key=hunter2`);
    await ask('/nowhere/hunter2');
    await ask(gatewayVerify);
    await ask(calls.signIn, { method: 'POST', body: '{"password":"hunter2"' });
    await ask('/docs/%ff?hunter2');
    const socket = connect(Number(new URL(portal.url).port), 'localhost');
    await once(socket, 'connect');
    socket.end('hunter2 is no request\r\n\r\n');
    await once(socket.resume(), 'close');
    expect(await portal.kill('SIGTERM')).toBe(0);

    const lines = linesOf(portal);
    for (const { level, time, pid, msg } of lines)
      expect([typeof level, new Date(time).toISOString(), pid, typeof msg]).toEqual([
        'number',
        time,
        portal.process.pid,
        'string',
      ]);
    expect(lines.find(({ msg }) => msg === 'started')).toMatchObject({
      version: packageFile.version,
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      portal: portal.url,
      database: expect.stringContaining('portal.db'),
    });
    const requests = lines.filter(({ msg }) => msg === 'request completed');
    expect(requests.map(({ method, path, status }) => [method, path, status])).toEqual([
      ['GET', '/*', 200],
      ['GET', `${api}/points`, 403],
      ['GET', '/*', 404],
      ['POST', calls.signIn, 415],
      ['GET', 'unknown', 400],
    ]);
    expect(lines.slice(-2)).toMatchObject([
      { msg: 'stopping', signal: 'SIGTERM' },
      { msg: 'stopped', signal: 'SIGTERM', isComplete: true, ms: expect.any(Number) },
    ]);
    for (const secret of [...secrets, authorization.slice(6)]) expect(portal.output()).not.toContain(secret);
  });

  test('may lose its reader: the portal still stops cleanly', async () => {
    const unread = await startPortalProcess(production);
    unread.process.stdout!.destroy();
    expect(await unread.kill('SIGTERM')).toBe(0);
    await unread.close();
  });

  test.each([
    ['a bad value', { PORT: 'many' }, /^PORT must be/],
    [
      'a database that does not answer',
      { DATABASE_URL: 'postgres://portal:hunter2@127.0.0.1:1/x' },
      /^DATABASE_URL: /,
    ],
  ])('is one JSON line if the start fails for %s', async (_, env, message) => {
    const failed = await spawnPortalProcess({ ...production, ...env });
    await eventually(() => failed.process.exitCode ?? undefined);
    expect(failed.process.exitCode).toBe(1);
    expect(linesOf(failed)).toEqual([
      expect.objectContaining({ level: 60, msg: expect.stringMatching(message) }),
    ]);
    expect(failed.output()).not.toContain('hunter2');
    await failed.close();
  });
});
