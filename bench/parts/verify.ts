import { createHmac } from 'node:crypto';
import { Operator } from '../../src/keys/operator.ts';
import { openPostgres } from '../../src/platform/database.ts';
import { api, gatewayVerify } from '../../src/urls.ts';
import { findPostgres, startCluster } from '../../test/helpers/postgres.ts';
import { startPortalProcess } from '../../test/helpers/process.ts';
import type { Figure, Part } from '../figure.ts';
import { startFloor } from '../floor.ts';
import { type KeyedPortal, startKeyedPortal } from '../keyed-portal.ts';
import { load } from '../load.ts';

/** Verifications a second, next to a bare server that answers 200 to everyone. */
export const verifyPart: Part = {
  name: 'verify',
  async run(): Promise<Figure[]> {
    const keyed = await startKeyedPortal();
    const url = keyed.portal.url + gatewayVerify;
    const floor = await startFloor(new Uint8Array(), { 'Content-Type': 'text/plain' });
    const bySecretHeaders = { authorization: keyed.authorization, ...asked };
    const byTokenHeaders = { authorization: tokenAuthorization(keyed), ...asked };
    const bare = (await load({ url: floor.url, headers: bySecretHeaders })).perSecond;
    floor.close();
    const bySecret = await load({ url, headers: bySecretHeaders });
    const byToken = await load({ url, headers: byTokenHeaders });
    const half = await load({
      url,
      headers: bySecretHeaders,
      ratePerSecond: Math.round(bySecret.perSecond / 2),
    });
    await keyed.portal.close();
    if (bySecret.failures + byToken.failures + half.failures > 0) throw new Error('Some were refused');
    const rate = (what: string, perSecond: number, aim: string) => ({
      what,
      value: perSecond,
      unit: '/s',
      floor: bare,
      ratio: perSecond / bare,
      aim,
    });
    return [
      rate('verifications by secret', bySecret.perSecond, 'at least 0.60'),
      rate('verifications by token', byToken.perSecond, 'at least 0.45'),
      { what: 'p99 at half that load', value: half.p99Ms, unit: 'ms', aim: 'under 10' },
      ...(await deletionToRefusal()),
    ];
  },
};

const asked = { 'x-original-method': 'GET', 'x-original-uri': `${api}/points?coordinates=42,-71` };

/** A key is revoked on PostgreSQL; how long does a process that knew it let it through? */
async function deletionToRefusal(): Promise<Figure[]> {
  const programs = findPostgres();
  if (!programs) return [];
  const cluster = await startCluster(programs);
  const databaseUrl = `${cluster.url}postgres`;
  const keyed = await startKeyedPortal({ DATABASE_URL: databaseUrl });
  const second = await startPortalProcess({
    DATABASE_URL: databaseUrl,
    SECRET_KEY: keyed.secretKey,
    LOG_LEVEL: 'warn',
  });
  const status = async () =>
    (await fetch(second.url + gatewayVerify, { headers: { authorization: keyed.authorization, ...asked } }))
      .status;
  if ((await status()) !== 200) throw new Error('The second process does not know the key');
  const database = openPostgres(databaseUrl, 1);
  await new Operator({ db: database.db, now: Date.now }).revoke(keyed.clientId);
  const began = performance.now();
  while ((await status()) === 200);
  const seconds = (performance.now() - began) / 1000;
  await database.close();
  await Promise.all([keyed.portal.close(), second.close()]);
  cluster.stop();
  return [
    { what: 'from deletion to refusal on a second process', value: seconds, unit: 's', aim: 'under 1' },
  ];
}

function tokenAuthorization({ clientId, secret }: KeyedPortal): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { client_id: clientId, iat: Math.floor(Date.now() / 1000) };
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  const token = `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  return `Basic ${Buffer.from(`${clientId}:${token}`).toString('base64')}`;
}
