import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import type { CreatedApiToken } from '../../../src/keys/contract.ts';
import { newSecret } from '../../../src/keys/key-secrets.ts';
import { openPostgres } from '../../../src/platform/database.ts';
import { CuttableProxy } from '../../helpers/cuttable-proxy.ts';
import { engine, engineMissing } from '../../helpers/database.ts';
import { createKey, freePath, operatorOf, verify, withSecret, withToken } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';
import { eventually } from '../../helpers/process.ts';
import { SlowProxy } from '../../helpers/slow-proxy.ts';

/** Slightly longer than an answer of the database is trusted. */
const trustMs = 900;

describe.skipIf(engineMissing)('the verifier without its database', () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  async function portalWithKey(): Promise<{ portal: TestPortal; key: CreatedApiToken }> {
    const portal = await startPortal();
    closing.push(() => portal.close().catch(() => {}));
    const key = await createKey(await portal.signUp());
    return { portal, key };
  }

  /** This portal reaches the other one's database through a proxy that the test can cut. */
  async function overLine(portal: TestPortal, port: number): Promise<TestPortal> {
    const url = `postgres://portal@127.0.0.1:${port}${new URL(portal.database.url).pathname}`;
    const openAgain = () => openPostgres(url);
    const far = await startPortal(
      { SECRET_KEY: portal.config.secretKeys.join(',') },
      { ...openAgain(), url, openAgain },
    );
    closing.push(() => far.close());
    return far;
  }

  const portOf = (portal: TestPortal) => Number(new URL(portal.database.url).port);

  test('allows nobody from its cache', async () => {
    const { portal, key } = await portalWithKey();
    const tokens = { iat: portal.clock.now() / 1000 };
    expect((await verify(portal, withSecret(key))).statusCode).toBe(200);
    await sql`alter table key_revision rename to key_revision_gone`.execute(portal.database.db);
    await sleep(trustMs);
    const url = `${freePath}?coordinates=1,2`;
    for (const authorization of [
      withSecret(key),
      withToken(key, tokens),
      withSecret({ ...key, token: newSecret('tea') }),
    ]) {
      expect((await verify(portal, authorization)).statusCode).toBeGreaterThanOrEqual(500);
      expect(
        (await portal.server.inject({ url, headers: { authorization } })).statusCode,
      ).toBeGreaterThanOrEqual(500);
    }
    await sql`alter table key_revision_gone rename to key_revision`.execute(portal.database.db);
    expect((await verify(portal, withSecret(key))).statusCode).toBe(200);
  });

  test('allows nobody when the database was closed', async () => {
    const { portal, key } = await portalWithKey();
    expect((await verify(portal, withSecret(key))).statusCode).toBe(200);
    await portal.database.close();
    await sleep(trustMs);
    expect((await verify(portal, withSecret(key))).statusCode).toBeGreaterThanOrEqual(500);
  });

  describe.skipIf(engine !== 'postgres')('over a network', () => {
    test('answers 503 while it cannot be reached, and recovers by itself', async () => {
      const { portal, key } = await portalWithKey();
      const line = new CuttableProxy(portOf(portal));
      const port = await line.mend();
      const far = await overLine(portal, port);
      expect((await verify(far, withSecret(key))).statusCode).toBe(200);
      await line.cut();
      await sleep(trustMs);
      for (let round = 0; round < 5; round++) {
        const answer = await verify(far, withSecret(key));
        expect([answer.statusCode, answer.json().success, answer.headers['retry-after']]).toEqual([
          503,
          false,
          '5',
        ]);
        expect((await verify(far, undefined)).statusCode).toBe(403);
      }
      await line.mend(port);
      closing.push(() => line.cut());
      await eventually(
        async () => ((await verify(far, withSecret(key))).statusCode === 200 ? true : undefined),
        3,
      );
    });

    test('waits while the database does not answer', async () => {
      const { portal, key } = await portalWithKey();
      const line = new SlowProxy(portOf(portal));
      const far = await overLine(portal, await line.open());
      closing.push(() => line.close());
      expect((await verify(far, withSecret(key))).statusCode).toBe(200);
      await sleep(trustMs);
      line.delayMs = 1500;
      const asked = verify(far, withSecret(key));
      expect(await Promise.race([asked, sleep(1200, 'silence')])).toBe('silence');
      line.delayMs = 0;
      expect((await asked).statusCode).toBe(200);
    });

    test('does not allow a deleted key after a slow answer', async () => {
      const { portal, key } = await portalWithKey();
      const line = new SlowProxy(portOf(portal));
      const far = await overLine(portal, await line.open());
      closing.push(() => line.close());
      expect((await verify(far, withSecret(key))).statusCode).toBe(200);
      await sleep(trustMs);
      line.delayMs = 1200;
      const asked = verify(far, withSecret(key));
      await sleep(100);
      await operatorOf(portal).revoke(key.external_id);
      line.delayMs = 0;
      expect((await asked).statusCode).toBe(403);
    });

    test('answers 503 when every answer is too old', async () => {
      const { portal, key } = await portalWithKey();
      const line = new SlowProxy(portOf(portal));
      const far = await overLine(portal, await line.open());
      closing.push(() => line.close());
      expect((await verify(far, withSecret(key))).statusCode).toBe(200);
      line.delayMs = 1000;
      await sleep(trustMs);
      expect((await verify(far, withSecret(key))).statusCode).toBe(503);
      line.delayMs = 0;
      await eventually(
        async () => ((await verify(far, withSecret(key))).statusCode === 200 ? true : undefined),
        3,
      );
    });
  });
});
