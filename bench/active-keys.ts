import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createOperator } from '../src/keys/operator.ts';
import { openSqlite } from '../src/platform/database.ts';
import { migrate } from '../src/platform/open-database.ts';
import { root } from '../src/platform/root.ts';
import { randomSecret, Secrets } from '../src/platform/secrets.ts';
import { gatewayVerify } from '../src/urls.ts';
import { freePort } from '../test/helpers/postgres.ts';
import { type PortalProcess, startPortalProcess } from '../test/helpers/process.ts';
import { compared, type Figure } from './figure.ts';
import { askedAbout } from './keyed-portal.ts';
import { bestInTurns, inTurn, type Load, loadAllAnswered, percentile } from './load.ts';
import { addManyKeys } from './many-keys.ts';
import { rssMb } from './process-figures.ts';

/** BENCH_ACTIVE_KEYS sets how many keys are in use at a time. */
const activeKeys = Number(process.env.BENCH_ACTIVE_KEYS ?? 100_000);
const [few, some, many] = [100, Math.min(1000, activeKeys), Math.min(20_000, activeKeys)];
const costRounds = 20;
/** The options are those of docs/scale.md. */
export const verifierCommand =
  'node --max-old-space-size=256 --max-semi-space-size=8 --no-concurrent-recompilation run.mjs src/main.ts';

/** Measures a verifier with more and more active keys: memory, rate, and the cost of one change. */
export async function measureActiveKeys(): Promise<Figure[]> {
  await using stack = new AsyncDisposableStack();
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-active-'));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  const secretKey = randomSecret();
  const database = stack.adopt(openSqlite(join(dataDir, 'portal.db')), (opened) => opened.close());
  await migrate(database, join(root, 'db/migrations'), Date.now);
  const kept = { count: activeKeys, peopleKept: activeKeys / 5 };
  const { authorizations } = await addManyKeys(database, new Secrets([secretKey]), kept);
  const metrics = await freePort();
  const env = { DATA_DIR: dataDir, SECRET_KEY: secretKey, LOG_LEVEL: 'warn', PORTAL_PARTS: 'gateway' };
  const start = (more: Record<string, string> = {}) =>
    startPortalProcess({ ...env, ...more }, verifierCommand);
  const stop = async (started: PortalProcess) => void (await started.kill('SIGTERM'));
  // The first load compiles the code that the others run.
  await stop(await start());
  const ofFew = stack.adopt(await start(), stop);
  const verifier = stack.adopt(await start({ METRICS_LISTEN: String(metrics) }), stop);
  const memoryMb = () => rssMb(verifier.process.pid!);

  await askEach(verifier, authorizations.slice(0, some));
  const someMb = memoryMb();
  await askEach(verifier, authorizations.slice(0, many));
  const change = await costOfChange(verifier, authorizations.slice(0, many), async () => {
    const [key] = await database.db.selectFrom('api_keys').select('external_id').limit(1).execute();
    await createOperator({ db: database.db, now: Date.now }).grant(key!.external_id, 'all_access');
  });
  await untilHourLasts();
  await askEach(verifier, authorizations);
  const before = await lookups(metrics);
  const { floor, all } = await bestInTurns({
    floor: loadOf(ofFew, authorizations.slice(0, few)),
    all: loadOf(verifier, authorizations),
  });
  const after = await lookups(metrics);
  const hits = (after.memory - before.memory) / (after.all - before.all);
  const count = activeKeys.toLocaleString('en');
  return [
    { what: `verifier alone, ${some} known keys: memory`, value: someMb, unit: 'MB', aim: '≤ 120' },
    { what: `the same, ${count}`, value: memoryMb(), unit: 'MB', aim: '≤ 400' },
    { what: `${count} keys in turn: found in memory`, value: hits * 100, unit: '%', aim: '≥ 95' },
    compared({
      what: `the same, for each second of CPU, floor: ${few} keys`,
      value: all.perCpuSecond,
      unit: '/s',
      floor: floor.perCpuSecond,
    }),
    { what: `one change among ${many} known keys: CPU`, value: change, unit: 'ms', aim: '< 50' },
  ];
}

const hourMs = 3600 * 1000;
const maxRoundsMs = 180_000;

/** A key's first call in an hour reads its quota, so a measurement must not cross the end of an hour. */
async function untilHourLasts(): Promise<void> {
  const leftMs = hourMs - (Date.now() % hourMs);
  if (leftMs < maxRoundsMs) await pause(leftMs);
}

async function askEach({ url }: PortalProcess, authorizations: string[]): Promise<void> {
  const lanes = Array.from({ length: 8 }, async (_, lane) => {
    for (let index = lane; index < authorizations.length; index += 8) {
      const headers = { authorization: authorizations[index]!, ...askedAbout };
      const { status } = await fetch(url + gatewayVerify, { headers });
      if (status !== 200) throw new Error(`A key was answered with ${status}`);
    }
  });
  await Promise.all(lanes);
}

function loadOf(
  { url, process }: PortalProcess,
  authorizations: string[],
  calls?: number,
): (isWarm: boolean) => Promise<Load> {
  const requests = authorizations.map((authorization) => ({ headers: { authorization, ...askedAbout } }));
  const load = { url: url + gatewayVerify, pid: process.pid, next: inTurn(requests), connections: 8 };
  return (isWarm) => loadAllAnswered({ ...load, isWarm, ...(calls === undefined ? {} : { calls }) });
}

/** Returns the median extra cost of the same calls after a change, because others use the machine too. */
async function costOfChange(
  verifier: PortalProcess,
  authorizations: string[],
  change: () => Promise<void>,
): Promise<number> {
  const askAll = loadOf(verifier, authorizations, authorizations.length);
  const costMs = async () => (authorizations.length / (await askAll(true)).perCpuSecond) * 1000;
  await costMs();
  const more: number[] = [];
  for (let round = 0; round < costRounds; round++) {
    const unchanged = await costMs();
    await change();
    more.push((await costMs()) - unchanged);
  }
  return Math.max(0, percentile(more, 0.5));
}

async function lookups(port: number): Promise<{ memory: number; all: number }> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const of = (from: string) =>
    Number(new RegExp(`portal_key_lookups_total\\{from="${from}"\\} (\\d+)`).exec(text)?.[1]);
  return { memory: of('memory'), all: of('memory') + of('database') };
}
