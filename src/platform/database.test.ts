import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { isDatabaseUnavailable, openPostgres } from './database.ts';

const errorWith = (fields: object, message = 'failed') => Object.assign(new Error(message), fields);

test.each([
  ['a server that stops', { code: '57P01' }],
  ['a server that starts', { code: '57P03' }],
  ['a connection failure that the server reports', { code: '08006' }],
  ['a server without free connections', { code: '53300' }],
  ['a standby that is not promoted yet', { code: '25006' }],
  ['a refused connection', { code: 'ECONNREFUSED', syscall: 'connect' }],
  ['a connection that ends during its TLS handshake', { code: 'ECONNRESET' }],
  ['a write after the server has hung up', { code: 'EPIPE' }],
  ['a write after the connection was destroyed', { code: 'ERR_STREAM_DESTROYED' }],
  ['a missing socket', { code: 'ENOENT', syscall: 'connect' }],
  [
    'a host whose two addresses are both refused',
    { code: 'ECONNREFUSED', errors: [errorWith({ code: 'ECONNREFUSED' }), errorWith({ code: 'ETIMEDOUT' })] },
  ],
])('the database is unavailable: %s', (_, fields) => {
  expect(isDatabaseUnavailable(errorWith(fields))).toBe(true);
});

test.each([
  ['a missing table', { code: '42P01' }],
  ['a broken constraint', { code: '23505' }],
  ['a deadlock', { code: '40P01' }],
  ['a missing file', { code: 'ENOENT', syscall: 'open' }],
  ['an error of JavaScript', {}],
])('the database is not the reason: %s', (_, fields) => {
  expect(isDatabaseUnavailable(errorWith(fields))).toBe(false);
});

test('a server that hangs up at once counts as unavailable and not as a bug', async () => {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const database = openPostgres(`postgres://portal@127.0.0.1:${port}/portal`);
  const failed = await database.db.selectFrom('users').selectAll().execute().catch(isDatabaseUnavailable);
  expect([failed, database.errors]).toEqual([true, { unavailable: 1, other: 0 }]);
  await database.close();
  server.close();
});
