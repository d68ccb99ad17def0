import { insertUser } from '../../src/accounts/user-store.ts';
import type { CreatedApiToken } from '../../src/keys/contract.ts';
import { createKeys } from '../../src/keys/keys.ts';
import type { Operator } from '../../src/keys/operator.ts';
import { randomId, Secrets } from '../../src/platform/secrets.ts';
import { operatorOf } from '../helpers/keys.ts';
import { realContent, startPortal, type TestPortal } from '../helpers/portal.ts';
import { listen } from '../helpers/raw-http.ts';

export interface DocumentedPortal extends TestPortal {
  url: string;
  operator: Operator;
  /** Creates a key of a new account without signing up. */
  createKey(role?: string): Promise<CreatedApiToken>;
}

/** Starts a portal that listens, with the real documentation, which describes its tools. */
export async function startDocumentedPortal(env: Record<string, string> = {}): Promise<DocumentedPortal> {
  const portal = await startPortal(env, undefined, realContent);
  const { database, config, mail, site, clock } = portal;
  const { db } = database;
  const operator = operatorOf(portal);
  const secrets = new Secrets(config.secretKeys);
  const keys = createKeys({ db, secrets, mail, keyPolicy: site.keys, now: clock.now, onChanged: () => {} });
  return {
    ...portal,
    url: `http://127.0.0.1:${await listen(portal)}`,
    operator,
    async createKey(role) {
      const id = randomId();
      const email = `${id}@example.com`;
      const person = { id, email, name: 'Alto Cumulus', password_hash: '', created_at: clock.now() };
      await insertUser(db, { ...person, requests_per_hour: 5000 });
      const key = await keys.create({ id, email }, { name: 'Weathercock', lifetimeDays: undefined });
      if (role) await operator.grant(key.external_id, role);
      return key;
    },
  };
}
