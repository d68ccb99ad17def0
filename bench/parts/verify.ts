import { createOperator } from '../../src/keys/operator.ts';
import { openPostgres } from '../../src/platform/database.ts';
import { gatewayVerify } from '../../src/urls.ts';
import { findPostgres, startCluster } from '../../test/helpers/postgres.ts';
import { startPortalProcess } from '../../test/helpers/process.ts';
import { compared, type Figure, type Part } from '../figure.ts';
import { startFloor } from '../floor.ts';
import { askedAbout, startKeyedPortal, tokenAuthorization } from '../keyed-portal.ts';
import { bestInTurns, type Load, loadAllAnswered } from '../load.ts';

/** Compares verifications per CPU second with a bare server that answers 200 to everyone. */
export const verifyPart: Part = {
  name: 'verify',
  run: async () => [...(await rates()), ...(await deletionToRefusal())],
};

async function rates(): Promise<Figure[]> {
  const keyed = await startKeyedPortal();
  const floor = await startFloor(new Uint8Array(), { 'Content-Type': 'text/plain' });
  try {
    const url = keyed.portal.url + gatewayVerify;
    const pid = keyed.portal.process.pid;
    const bySecret = { url, pid, headers: { authorization: keyed.authorization, ...askedAbout } };
    const byToken = { url, pid, headers: { authorization: tokenAuthorization(keyed), ...askedAbout } };
    const bare = { url: floor.url, pid: floor.pid, headers: bySecret.headers };
    const { least, secrets, tokens } = await bestInTurns({
      least: (isWarm) => loadAllAnswered({ ...bare, isWarm }),
      secrets: (isWarm) => loadAllAnswered({ ...bySecret, isWarm }),
      tokens: (isWarm) => loadAllAnswered({ ...byToken, isWarm }),
    });
    const half = await loadAllAnswered({ ...bySecret, ratePerSecond: Math.round(secrets.perSecond / 2) });
    const rate = (what: string, { perCpuSecond }: Load, aim: string) =>
      compared({ what, value: perCpuSecond, unit: '/s', floor: least.perCpuSecond, aim });
    return [
      rate('verifications by secret', secrets, 'at least 0.60'),
      rate('verifications by token', tokens, 'at least 0.45'),
      { what: 'p99 at half that load', value: half.p99Ms, unit: 'ms', aim: 'under 10' },
    ];
  } finally {
    floor.close();
    await keyed.portal.close();
  }
}

/** Measures how long a second process still accepts a key that was revoked on PostgreSQL. */
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
    (
      await fetch(second.url + gatewayVerify, {
        headers: { authorization: keyed.authorization, ...askedAbout },
      })
    ).status;
  if ((await status()) !== 200) throw new Error('The second process does not know the key');
  const database = openPostgres(databaseUrl, 1);
  await createOperator({ db: database.db, now: Date.now }).revoke(keyed.clientId);
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
