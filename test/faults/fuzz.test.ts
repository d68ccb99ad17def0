import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openSqlite } from '../../src/platform/database.ts';
import { randomSecret } from '../../src/platform/secrets.ts';
import { api, assetsBase, openApi } from '../../src/urls.ts';
import { attack, type Tally } from '../fuzz/attack.ts';
import { operationsOf } from '../fuzz/operations.ts';
import { ProcessMonitor } from '../fuzz/process-monitor.ts';
import type { Surface } from '../fuzz/requests.ts';
import { surveyPortal } from '../fuzz/surface.ts';
import { sweep } from '../fuzz/sweep.ts';
import { TestCredentials } from '../fuzz/test-credentials.ts';
import { startPortal } from '../helpers/portal.ts';
import { type PortalProcess, startPortalProcess } from '../helpers/process.ts';
import { fuzzSeconds } from './run-length.ts';

/** A failure names its seed and path: `FUZZ_SEED=… FUZZ_PATH=… npm run test:faults -- fuzz` repeats it. */
const seed = Number(process.env.FUZZ_SEED || Date.now() % 2 ** 31);
const path = process.env.FUZZ_PATH;

/** An answer computed on the event loop takes a fraction of a second; attack and portal share the machine. */
const maxHealthSeconds = 3;

/**
 * A busy heap grows towards its limit, so it may be larger at the end; in a short run it is not warm at the beginning.
 * In a run of five minutes a leak of 20 kB per request would show.
 */
const memoryAllowed = (earlyMegabytes: number) => 1.5 * earlyMegabytes + 200;

describe('hostile input to every route', () => {
  let portal: PortalProcess;
  let database: Database;
  let testCredentials: TestCredentials;
  let surface: Surface;
  let monitor: ProcessMonitor;
  let tally: Tally;

  beforeAll(
    async () => {
      const secretKey = randomSecret();
      portal = await startPortalProcess({ LOG_LEVEL: 'warn', SECRET_KEY: secretKey });
      database = openSqlite(join(portal.dataDir, 'portal.db'));
      const { url } = portal;
      testCredentials = await TestCredentials.open({
        db: database.db,
        secretKeys: [secretKey],
        now: Date.now,
        url,
      });
      surface = await surveyRunning(url, testCredentials);
      monitor = new ProcessMonitor(url, portal.process.pid!);
      monitor.start();
      console.log(`FUZZ_SEED=${seed} for ${fuzzSeconds} s`);
      const port = Number(new URL(url).port);
      const wanted = { port, testCredentials, surface, seconds: fuzzSeconds, seed, path };
      tally = await attack(wanted).finally(() => monitor.stop());
    },
    (fuzzSeconds + 120) * 1000,
  );
  afterAll(async () => {
    await database?.close();
    await portal?.close();
  });

  test('is answered, and never with a server error', () => {
    const statuses = [...tally.statuses].map(([status, times]) => `${status} ${times} times`).sort();
    console.log(`${tally.shots} requests: ${statuses.join(', ')}`);
    const errors = portal
      .output()
      .split('\n')
      .filter((line) => line.includes('unexpected error'));
    expect(errors).toEqual([]);
    const { exitCode, signalCode } = portal.process;
    expect([exitCode, signalCode]).toEqual([null, null]);
  });

  test('covers every route, method and documented operation, and each operation has answered successfully', () => {
    for (const { aim } of sweep(surface)) expect([...tally.byAim.keys()]).toContain(aim);
    for (const { aim } of operationsOf(surface.openApi, surface.world))
      expect([aim, tally.byAim.get(aim)?.has(200)]).toEqual([aim, true]);
  });

  test('never delays other requests', () => {
    const [answer, health] = [tally.slowestMs, monitor.slowestHealthMs].map(Math.round);
    console.log(`slowest answer ${answer} ms, slowest health check ${health} ms`);
    expect(monitor.slowestHealthMs).toBeLessThan(maxHealthSeconds * 1000);
  });

  test('leaves no resource taken: afterwards the same key can read the whole forecast', async () => {
    const hour = new Date().toISOString().slice(0, 13);
    const headers = Object.fromEntries(testCredentials.headersOf('all-access key'));
    const answer = await fetch(`${portal.url}${api}/gridded/FULL?time=${hour}`, { headers });
    await answer.body?.cancel();
    expect(answer.status).toBe(200);
  });

  test('does not leak memory', async () => {
    await new Promise((resolve) => setTimeout(resolve, 5000));
    const [early, late] = [monitor.megabytesBetween(0.2, 0.3), await monitor.megabytesNow()];
    console.log(`${early} MB early on, ${late} MB at the end`);
    expect(late).toBeLessThan(memoryAllowed(early));
  });
});

/** Lists the routes of the same app in this process, and the built files, because a running process cannot be asked. */
async function surveyRunning(url: string, testCredentials: TestCredentials): Promise<Surface> {
  const document = await (await fetch(url + openApi)).json();
  const same = await startPortal();
  const surface = await surveyPortal(url, {
    testCredentials,
    openApi: document as Surface['openApi'],
    server: same.server,
    nowMs: Date.now(),
  });
  await same.close();
  return { ...surface, routes: [...surface.routes, { method: 'GET', path: `${assetsBase}*` }] };
}
