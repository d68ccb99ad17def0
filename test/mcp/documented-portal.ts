import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { insertUser } from '../../src/accounts/user-store.ts';
import { createApp } from '../../src/app.ts';
import { loadSite, type Site } from '../../src/content/site.ts';
import type { CreatedApiToken } from '../../src/keys/contract.ts';
import { Keys } from '../../src/keys/keys.ts';
import { Operator } from '../../src/keys/operator.ts';
import { readConfig } from '../../src/platform/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { randomId, randomSecret, Secrets } from '../../src/platform/secrets.ts';
import { hostsOf } from '../../src/site/hosts.ts';
import { freshDatabase, type TestDatabase } from '../helpers/database.ts';
import { Clock } from '../helpers/portal.ts';

export interface DocumentedPortal {
  /** Where it listens. */
  url: string;
  site: Site;
  database: TestDatabase;
  operator: Operator;
  clock: Clock;
  logLines: string[];
  createKey(role?: string): Promise<CreatedApiToken>;
  close(): Promise<void>;
}

/** A portal that listens, with the real documentation: its tools are described there. */
export async function startDocumentedPortal(env: Record<string, string> = {}): Promise<DocumentedPortal> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-mcp-'));
  const clock = new Clock();
  const logLines: string[] = [];
  const config = readConfig({ DATA_DIR: dataDir, SECRET_KEY: randomSecret(), ...env });
  const { hosts, sandbox } = hostsOf(config);
  const site = loadSite(config.contentDir, hosts, { sandbox });
  const database = await freshDatabase();
  const { db } = database;
  const { server, mail } = await createApp({
    config,
    database,
    site,
    pages: { find: async () => undefined, notFound: () => Promise.reject(new Error('no pages here')) },
    mountAssets: () => {},
    log: createLog(
      'info',
      new Writable({
        write(line: Buffer, _encoding, done) {
          logLines.push(String(line));
          done();
        },
      }),
    ),
    now: clock.now,
  });
  await server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.server.address() as AddressInfo;
  const operator = new Operator({ db, now: clock.now });
  const secrets = new Secrets(config.secretKeys);
  const keys = new Keys({ db, secrets, mail, terms: site.keys, now: clock.now, onRevoked: () => {} });
  return {
    url: `http://127.0.0.1:${port}`,
    site,
    database,
    operator,
    clock,
    logLines,
    async createKey(role) {
      const id = randomId();
      const email = `${id}@example.com`;
      await insertUser(db, { id, email, name: 'Alto Cumulus', password_hash: '', created_at: clock.now() });
      const key = await keys.create({ id, email }, { name: 'Weathercock', lifetimeDays: undefined });
      if (role) await operator.grant(key.external_id, role);
      return key;
    },
    async close() {
      await server.close();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
