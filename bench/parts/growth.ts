import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Database, openPostgres, openSqlite } from '../../src/platform/database.ts';
import { migrate } from '../../src/platform/open-database.ts';
import { root } from '../../src/platform/root.ts';
import { randomSecret, Secrets } from '../../src/platform/secrets.ts';
import { findPostgres, startCluster } from '../../test/helpers/postgres.ts';
import { type PortalProcess, startPortalProcess } from '../../test/helpers/process.ts';
import { measureActiveKeys } from '../active-keys.ts';
import { measureFarVerifier } from '../far-verifier.ts';
import { compared, type Figure, type Part } from '../figure.ts';
import { simulateFleet } from '../fleet/simulation.ts';
import { measureFirstCalls, measureKeyLoad } from '../key-load.ts';
import { measureLeases } from '../leases.ts';
import { addManyKeys, type ManyKeys } from '../many-keys.ts';

/** BENCH_KEYS skips larger sizes. */
const maxKeys = Number(process.env.BENCH_KEYS ?? 1_000_000);
const sizes = [100, 10_000, 1_000_000].filter((size) => size <= maxKeys);
const processCounts = [1, 2, 4, 8];
/** Twenty people with five keys each have the hundred keys in use. */
const peopleKept = 20;

/** Runs the same load with more keys in the database, as ratios to the first, and then with more processes. */
export const growthPart: Part = {
  name: 'growth',
  async run(): Promise<Figure[]> {
    await using stack = new AsyncDisposableStack();
    const alone = [...(await simulateFleet()), ...(await measureActiveKeys())];
    const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'));
    stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
    const secretKey = randomSecret();
    const env = {
      DATA_DIR: dataDir,
      SECRET_KEY: secretKey,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '1000000',
    };
    const secrets = new Secrets([secretKey]);
    const sqlite = stack.adopt(openSqlite(join(dataDir, 'portal.db')), (opened) => opened.close());
    const onSqlite = await grow('SQLite', sqlite, secrets, env);

    const programs = findPostgres();
    if (!programs) return [...alone, ...onSqlite.figures];
    const cluster = stack.adopt(await startCluster(programs), (started) => started.stop());
    const envOfPostgres = { ...env, DATABASE_URL: `${cluster.url}postgres` };
    const postgres = stack.adopt(openPostgres(envOfPostgres.DATABASE_URL), (opened) => opened.close());
    const onPostgres = await grow('PostgreSQL', postgres, secrets, envOfPostgres);
    const [unused] = (await addManyKeys(postgres, secrets, { count: 5, peopleKept: 1 })).authorizations;
    const spreadOut = await spread(envOfPostgres, onPostgres.keys, (portals) =>
      measureLeases(portals, postgres.db, unused!),
    );
    const far = await measureFarVerifier(envOfPostgres, onPostgres.keys);
    return [...alone, ...onSqlite.figures, ...onPostgres.figures, ...spreadOut, ...far];
  },
};

async function grow(
  name: string,
  database: Database,
  secrets: Secrets,
  env: Record<string, string>,
): Promise<{ figures: Figure[]; keys: ManyKeys }> {
  await migrate(database, join(root, 'db/migrations'), Date.now);
  const rounds: Round[] = [];
  let keys: ManyKeys = { emails: [], authorizations: [] };
  let present = 0;
  for (const size of sizes) {
    keys = await addManyKeys(database, secrets, { count: size - present, peopleKept });
    present = size;
    // PostgreSQL would do this by itself a minute later.
    if (database.engine === 'postgres') await sql`analyze`.execute(database.db);
    rounds.push({ name: `${name}, ${size.toLocaleString('en')} keys`, figures: await measureOne(env, keys) });
  }
  return { figures: besideFirst(rounds), keys };
}

async function measureOne(env: Record<string, string>, keys: ManyKeys): Promise<Figure[]> {
  const began = performance.now();
  const portal = await startPortalProcess(env);
  const start = { what: 'start', value: (performance.now() - began) / 1000, unit: 's' };
  try {
    return [start, await measureFirstCalls(portal, keys), ...(await measureKeyLoad([portal], keys))];
  } finally {
    await portal.kill('SIGTERM');
  }
}

/** With fewer cores than processes, and the load on the same machine, more processes cannot be faster. */
async function spread(
  env: Record<string, string>,
  keys: ManyKeys,
  withMost: (portals: PortalProcess[]) => Promise<Figure[]>,
): Promise<Figure[]> {
  const rounds: Round[] = [];
  let largest: Figure[] = [];
  for (const count of processCounts) {
    const portals: PortalProcess[] = [];
    try {
      while (portals.length < count) portals.push(await startPortalProcess(env));
      const figures = await measureKeyLoad(portals, keys);
      rounds.push({
        name: `PostgreSQL, ${count} ${count === 1 ? 'process' : 'processes'} on ${cpus().length} cores`,
        figures,
      });
      if (count === processCounts.at(-1)) largest = await withMost(portals);
    } finally {
      await Promise.all(portals.map((portal) => portal.kill('SIGTERM')));
    }
  }
  return [...besideFirst(rounds), ...largest];
}

interface Round {
  name: string;
  figures: Figure[];
}

function besideFirst(rounds: Round[]): Figure[] {
  return rounds.flatMap(({ name, figures }, round) =>
    figures.map((figure, index) => {
      const named = { ...figure, what: `${name}: ${figure.what}` };
      return round === 0 ? named : compared({ ...named, floor: rounds[0]!.figures[index]!.value });
    }),
  );
}
