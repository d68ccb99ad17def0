import { createHmac } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertUser } from '../../src/accounts/user-store.ts';
import { Keys } from '../../src/keys/keys.ts';
import { Operator } from '../../src/keys/operator.ts';
import { openSqlite } from '../../src/platform/database.ts';
import { randomId, randomToken, Secrets } from '../../src/platform/secrets.ts';
import { api, gatewayVerify } from '../../src/urls.ts';
import { startPortalProcess } from '../../test/helpers/process.ts';
import type { Figure, Part } from '../figure.ts';
import { startFloor } from '../floor.ts';
import { load } from '../load.ts';

/** Verifications a second, next to a bare server that answers 200 to everyone. */
export const verifyPart: Part = {
  name: 'verify',
  async run(): Promise<Figure[]> {
    const secretKey = randomToken();
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'));
    const portal = await startPortalProcess({ LOG_LEVEL: 'warn', SECRET_KEY: secretKey, DATA_DIR: dataDir });
    const key = await addKey(dataDir, secretKey);
    const url = portal.url + gatewayVerify;
    const floor = await startFloor(new Uint8Array(), { 'Content-Type': 'text/plain' });
    const asked = (password: string) => ({
      authorization: `Basic ${Buffer.from(`${key.clientId}:${password}`).toString('base64')}`,
      'x-original-method': 'GET',
      'x-original-uri': `${api}/points?coordinates=42,-71`,
    });
    const bare = await load({ url: floor.url, headers: asked(key.secret) });
    floor.close();
    const bySecret = await load({ url, headers: asked(key.secret) });
    const byToken = await load({ url, headers: asked(tokenOf(key)) });
    await portal.close();
    if (bySecret.failures + byToken.failures > 0) throw new Error('Some verifications were refused');
    return [
      {
        what: 'by secret',
        value: bySecret.perSecond,
        unit: '/s',
        floor: bare.perSecond,
        ratio: bySecret.perSecond / bare.perSecond,
        aim: 'at least 0.60',
      },
      {
        what: 'by token',
        value: byToken.perSecond,
        unit: '/s',
        floor: bare.perSecond,
        ratio: byToken.perSecond / bare.perSecond,
        aim: 'at least 0.45',
      },
      { what: 'p99 by secret at full load', value: bySecret.p99Ms, unit: 'ms', aim: 'under 10 at half load' },
    ];
  },
};

interface BenchKey {
  clientId: string;
  secret: string;
}

async function addKey(dataDir: string, secretKey: string): Promise<BenchKey> {
  const database = openSqlite(join(dataDir, 'portal.db'));
  const userId = randomId();
  await insertUser(database.db, {
    id: userId,
    email: 'bench@example.com',
    name: 'Bench',
    password_hash: '-',
    created_at: Date.now(),
  });
  const keys = new Keys({
    db: database.db,
    secrets: new Secrets([secretKey]),
    now: Date.now,
    onRevoked: () => {},
  });
  const created = await keys.create(userId, { name: 'Bench', lifetimeDays: undefined });
  await new Operator({ db: database.db, now: Date.now }).limit(created.external_id, '1000000000');
  await database.close();
  return { clientId: created.external_id, secret: created.token };
}

function tokenOf(key: BenchKey): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ client_id: key.clientId, iat: Math.floor(Date.now() / 1000) })}`;
  return `${text}.${createHmac('sha256', key.secret).update(text).digest('base64url')}`;
}
