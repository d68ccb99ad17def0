import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { randomSecret, Secrets } from '../../../src/platform/secrets.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey, operatorOf, startBeside, verify, withSecret } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

describe.skipIf(engineMissing)('keys that are put under the newest secret key', () => {
  const [old, renewed] = [randomSecret(), randomSecret()];
  let portal: TestPortal;
  let key: CreatedApiToken;
  beforeAll(async () => {
    portal = await startPortal({ SECRET_KEY: old });
    key = await createKey(await portal.signUp());
  });
  afterAll(() => portal.close());

  test('work without the old one, for which they were refused before', async () => {
    const without = await startBeside(portal, { SECRET_KEY: renewed });
    expect((await verify(without, withSecret(key))).statusCode).toBe(403);
    const list = new Secrets([renewed, old]);
    expect(await operatorOf(portal).reseal(list)).toEqual({ resealed: 1, unreadable: 0 });
    expect((await verify(without, withSecret(key))).statusCode).toBe(200);
    expect(await operatorOf(portal).reseal(list)).toEqual({ resealed: 0, unreadable: 0 });
    await without.server.close();
  });

  test('stay as they are when their secret key is not in the list', async () => {
    const stranger = new Secrets([randomSecret()]);
    expect(await operatorOf(portal).reseal(stranger)).toEqual({ resealed: 0, unreadable: 1 });
  });
});
