import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseBasicAuth } from '../../../src/gateway/credentials.ts';
import { KeyCache } from '../../../src/gateway/key-cache.ts';
import { recordKeyChanges } from '../../../src/keys/change-store.ts';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { newClientId, newSecret } from '../../../src/keys/key-secrets.ts';
import { createLog } from '../../../src/platform/log.ts';
import { Secrets } from '../../../src/platform/secrets.ts';
import { engineMissing, freshDatabase, watched } from '../../helpers/database.ts';
import { basic, createKey, notAuthorized, verify, withSecret, withToken } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';
import { eventually } from '../../helpers/process.ts';

describe.skipIf(engineMissing)('unknown credentials', () => {
  let portal: TestPortal;
  let statements: string[];
  let key: CreatedApiToken;
  beforeAll(async () => {
    const database = watched(await freshDatabase());
    statements = database.statements;
    portal = await startPortal({}, database);
    key = await createKey(await portal.signUp());
  });
  afterAll(() => portal.close());

  /** Counts the queries about keys meanwhile. */
  async function lookUps(act: () => Promise<unknown>): Promise<number> {
    statements.length = 0;
    await act();
    return statements.filter((text) => /from "api_keys"/.test(text)).length;
  }

  const refused = async (authorization: string) => {
    const answer = await verify(portal, authorization);
    expect([answer.statusCode, answer.body]).toEqual([403, notAuthorized]);
  };

  test.each<[string, () => string]>([
    ['a secret whose checksum is wrong', () => `${newSecret('tea').slice(0, -1)}-`],
    ['a secret of a wrong length', () => newSecret('tea').slice(0, -1)],
    ['a token of another shape', () => 'a.b.c'],
  ])('cost no question to the database: %s', async (_, password) => {
    expect(await lookUps(() => refused(basic(newClientId('tea'), password())))).toBe(0);
  });

  test('are cached by their client ID alone, not with the rest of the request', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const heapMb = () => {
      collect();
      return process.memoryUsage().heapUsed / 1e6;
    };
    const { db } = portal.database;
    const secrets = new Secrets(portal.config.secretKeys);
    const keys = new KeyCache({ db, secrets, log: createLog('fatal') });
    const find = () => {
      const credentials = parseBasicAuth(basic(newClientId('tea'), 'x'.repeat(4000)))!;
      return keys.find(credentials.clientId).then(() => credentials.clientId);
    };
    await find();
    const before = heapMb();
    for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 200 }, find));
    // They are trusted for a moment only, which may be over when the heap has been measured.
    expect(keys.isKnownMissing(await find())).toBe(true);
    // With the texts of the requests it would be 16.
    expect(heapMb() - before).toBeLessThan(6);
    statements.length = 0;
  });

  test('are looked up once, however often they are sent', async () => {
    const authorization = basic(newClientId('tea'), newSecret('tea'));
    expect(
      await lookUps(async () => {
        for (let round = 0; round < 5; round++) await refused(authorization);
      }),
    ).toBe(1);
  });

  test('are accepted within a second after a key with that ID is created', async () => {
    const clientId = newClientId('tea');
    await refused(basic(clientId, key.token));
    const { db } = portal.database;
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('api_keys').set({ external_id: clientId }).where('id', '=', key.id).execute();
      await recordKeyChanges(trx, [key.id]);
    });
    key = { ...key, external_id: clientId };
    await eventually(
      async () => ((await verify(portal, withSecret(key))).statusCode === 200 ? true : undefined),
      1,
    );
  });

  test('are looked up together when they arrive together', async () => {
    const { db } = portal.database;
    const cache = new KeyCache({
      db,
      secrets: new Secrets(portal.config.secretKeys),
      log: createLog('fatal'),
    });
    const ids = [...Array.from({ length: 99 }, () => newClientId('tea')), key.external_id];
    const found = await lookUps(async () => {
      const keys = await Promise.all(ids.map((id) => cache.find(id)));
      expect(keys.flatMap((each) => each?.id ?? [])).toEqual([key.id]);
    });
    expect(found).toBe(1);
  });

  test('leave a record each until there are too many, then one line with their number', async () => {
    const logged = portal.logLines.length;
    const refusals = 300;
    const began = performance.now();
    const authorization = basic(newClientId('tea'), newSecret('tea'));
    for (let done = 0; done < refusals; done += 20)
      await Promise.all(Array.from({ length: 20 }, () => refused(authorization)));
    const records = () =>
      portal.logLines
        .slice(logged)
        .map((line) => JSON.parse(line).security)
        .filter((security) => security?.outcome === 'refused');
    const sum = () => records().reduce((total, { count = 1 }) => total + count, 0);
    await eventually(() => (sum() === refusals ? true : undefined), 5);
    const single = records().filter(({ count }) => count === undefined);
    for (const record of single)
      expect(record).toMatchObject({ reason: '403 Not authorized', address: '127.0.0.1' });
    // On a slow machine this takes more seconds, each with its own records and summary.
    const seconds = Math.ceil((performance.now() - began) / 1000) + 1;
    expect(records().length).toBeLessThanOrEqual(seconds * 21);
    // A valid key is allowed meanwhile, by secret and by token.
    expect((await verify(portal, withSecret(key))).statusCode).toBe(200);
    const iat = portal.clock.now() / 1000;
    expect((await verify(portal, withToken(key, { iat }))).statusCode).toBe(200);
  });
});
