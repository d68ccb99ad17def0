import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertUser } from '../../../src/accounts/user-store.ts';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { newClientId, newSecret, sealSecret } from '../../../src/keys/key-secrets.ts';
import { createOperator } from '../../../src/keys/operator.ts';
import { insertKey } from '../../../src/keys/store.ts';
import { randomSecret, Secrets } from '../../../src/platform/secrets.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, operatorOf, startBeside, verify, withSecret } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('keys that are resealed under the newest SECRET_KEY', () => {
  const [old, renewed] = [randomSecret(), randomSecret()];
  let portal: TestPortal;
  let key: CreatedApiToken;
  beforeAll(async () => {
    portal = await startPortal({ SECRET_KEY: old });
    key = await createKey(await portal.signUp());
  });
  afterAll(() => portal.close());

  test('work without the old one, which they needed before', async () => {
    const without = await startBeside(portal, { SECRET_KEY: renewed });
    expect((await verify(without, withSecret(key))).statusCode).toBe(403);
    const list = new Secrets([renewed, old]);
    expect(await operatorOf(portal).reseal(list)).toEqual({ resealed: 1, unreadable: 0 });
    expect((await verify(without, withSecret(key))).statusCode).toBe(200);
    expect(await operatorOf(portal).reseal(list)).toEqual({ resealed: 0, unreadable: 0 });
    await without.server.close();
  });

  test('stay as they are when their secret key is not in the list', async () => {
    const outsider = new Secrets([randomSecret()]);
    expect(await operatorOf(portal).reseal(outsider)).toEqual({ resealed: 0, unreadable: 1 });
  });

  test('are consistent if it is interrupted, and it never locks the database for long', async () => {
    const { db } = portal.database;
    const before = new Secrets([old]);
    for (let person = 0; person < 30; person++) await insertPersonWithKeys(before, `crowd-${person}`);
    const newest = new Secrets([randomSecret(), renewed, old]);
    let updates = 0;
    const failing = db.withPlugin({
      transformQuery({ node }) {
        if (node.kind === 'UpdateQueryNode' && ++updates > 120) throw new Error('Stopped');
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const operator = createOperator({ db: failing, now: portal.clock.now });
    await expect(operator.reseal(newest)).rejects.toThrow('Stopped');
    expect(await sealedUnder(newest)).toBe(100);
    expect(await operatorOf(portal).reseal(newest)).toEqual({ resealed: 51, unreadable: 0 });
    expect(await sealedUnder(newest)).toBe(151);
  });

  async function sealedUnder(secrets: Secrets): Promise<number> {
    const rows = await portal.database.db.selectFrom('api_keys').selectAll().execute();
    return rows.filter((row) => secrets.isNewest(row.secret_sealed)).length;
  }

  async function insertPersonWithKeys(secrets: Secrets, id: string): Promise<void> {
    const { db } = portal.database;
    await insertUser(db, {
      id,
      email: `${id}@example.com`,
      name: 'Cumulus',
      password_hash: '-',
      created_at: 1,
      requests_per_hour: 5000,
    });
    for (const slot of [1, 2, 3, 4, 5]) {
      const keyId = `${id}-${slot}`;
      const { sealed, signature } = sealSecret(secrets, { keyId }, newSecret('tea'));
      await insertKey(db, {
        id: keyId,
        user_id: id,
        slot,
        name: 'Vane',
        external_id: newClientId('tea'),
        secret_id: keyId,
        secret_sealed: sealed,
        secret_created_at: 1,
        secret_state: 'active',
        secret_signature: signature,
        roles: 'free_user',
        requests_per_hour: 1000,
        created_at: 1,
      });
    }
  }
});
