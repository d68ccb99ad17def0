import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/platform/config.ts';
import { openDatabase } from '../../../src/platform/open-database.ts';
import { randomSecret } from '../../../src/platform/secrets.ts';
import { engine } from '../../helpers/database.ts';
import { type Cluster, findPostgres, startCluster } from '../../helpers/postgres.ts';

const programs = findPostgres();

describe.skipIf(engine !== 'postgres' || !programs)('TLS to PostgreSQL, set in DATABASE_URL', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(programs!, { hasTls: true });
  });
  afterAll(() => cluster?.stop());

  const open = (host: string, query: string) => {
    const { port } = new URL(cluster.url);
    const url = `postgres://portal@${host}:${port}/postgres${query}`;
    return openDatabase(readConfig({ DATABASE_URL: url, SECRET_KEY: randomSecret() }));
  };
  const isEncrypted = async (host: string, query: string) => {
    const database = await open(host, query);
    try {
      const own = sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
      return (await own.execute(database.db)).rows[0]?.ssl;
    } finally {
      await database.close();
    }
  };

  test('verify-full checks the certificate against the given authority, and encrypts', async () => {
    expect(await isEncrypted('localhost', `?sslmode=verify-full&sslrootcert=${cluster.certificate}`)).toBe(
      true,
    );
  });

  test('without sslmode nothing is encrypted', async () => {
    expect(await isEncrypted('localhost', '')).toBe(false);
  });

  test.each<[string, string, () => string, RegExp]>([
    [
      'another host name',
      '127.0.0.1',
      () => `&sslrootcert=${cluster.certificate}`,
      /^DATABASE_URL: .*does not match certificate's altnames/,
    ],
    ['an unknown authority', 'localhost', () => '', /^DATABASE_URL: self-signed certificate/],
    [
      'a missing file',
      'localhost',
      () => '&sslrootcert=/nowhere/ca.crt',
      /^DATABASE_URL: ENOENT.*\/nowhere\/ca\.crt/,
    ],
  ])('%s stops the start in one line', async (_, host, query, message) => {
    await expect(open(host, `?sslmode=verify-full${query()}`)).rejects.toThrow(message);
  });
});
