import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readRevision, recordKeyChanges } from '../../src/keys/change-store.ts';
import { openPostgres } from '../../src/platform/database.ts';
import { calls, gatewayVerify, ready } from '../../src/urls.ts';
import { CuttableProxy } from '../helpers/cuttable-proxy.ts';
import { createKey } from '../helpers/keys.ts';
import { type Cluster, findPostgres, startCluster } from '../helpers/postgres.ts';
import { eventually } from '../helpers/process.ts';
import { Callers } from './callers.ts';
import { type Answer, FaultEnvironment } from './fault-environment.ts';
import { brokenInvariants } from './invariants.ts';
import { KeyMakers } from './key-makers.ts';
import { SignUps } from './sign-ups.ts';
import { UnexpectedStatusError, type Workload } from './workload.ts';

const programs = findPostgres();
/** A cached key is trusted for less than this. */
const trustMs = 1000;

describe.skipIf(!programs)('PostgreSQL under load', () => {
  let cluster: Cluster;
  let line: CuttableProxy;
  let port: number;
  let environment: FaultEnvironment;
  let signUps: SignUps;
  let keys: KeyMakers;
  let callers: Callers;

  beforeEach(async () => {
    cluster = await startCluster(programs!);
    line = new CuttableProxy(Number(new URL(cluster.url).port));
    port = await line.mend();
    environment = await FaultEnvironment.open({
      DATABASE_URL: `postgres://portal@127.0.0.1:${port}/postgres`,
    });
    await environment.start();
    environment.isExpected = (error) => error instanceof UnexpectedStatusError && error.status === 503;
    signUps = new SignUps(environment);
    const { browser } = await signUps.signUpOne();
    callers = new Callers(environment, await createKey(browser));
    const maker = await signUps.signUpOne();
    keys = new KeyMakers(environment, () => maker);
  });
  afterEach(async () => {
    await environment?.close();
    await line?.cut();
    cluster?.stop();
  });

  test('crashes and is started again', async () => {
    await endure({
      secondsAway: 3,
      fault: () => cluster.halt(),
      mend: () => cluster.resume(),
      maxAnswerSeconds: 5,
    });
  });

  test('is cut off for half a minute', async () => {
    await endure({
      secondsAway: 30,
      fault: () => line.cut(),
      mend: () => line.mend(port),
      maxAnswerSeconds: 5,
    });
  });

  test('stops answering and comes back without its old connections', async () => {
    await endure({
      secondsAway: 15,
      fault: () => line.silence(),
      mend: () => line.speak(),
      maxAnswerSeconds: 12,
    });
  });

  test('releases the locks of a connection that was lost without its knowledge', async () => {
    const { browser } = await signUps.signUpOne();
    const { id } = await createKey(browser);
    const lost = openPostgres(environment.env.DATABASE_URL!, 1);
    const transaction = lost.db.transaction().execute(async (trx) => {
      await recordKeyChanges(trx, [id]);
      line.silence();
      await readRevision(trx);
    });
    await expect(transaction).rejects.toThrow();
    line.speak();
    // A deletion raises the revision as well.
    await eventually(
      async () => (await browser.delete(calls.apiToken(id))).statusCode === 200 || undefined,
      30,
    );
    await lost.close();
  });

  /** Expects 503 in time during the fault, no wrong admission, recovery without a restart, and no lost data. */
  async function endure(outage: {
    secondsAway: number;
    fault: () => unknown;
    mend: () => unknown;
    maxAnswerSeconds: number;
  }): Promise<void> {
    const workloads: Workload[] = [signUps, keys, callers];
    const working = Promise.allSettled(workloads.map((workload) => workload.work()));
    await sleep(2000);
    const awayAt = performance.now();
    await outage.fault();
    await sleep(outage.secondsAway * 1000);
    const mendedAt = performance.now();
    await outage.mend();
    await eventually(async () => (await fetch(environment.portal.url + ready)).ok || undefined, 20);
    const recoveredAt = performance.now();
    await sleep(4000);
    environment.rest();
    const ends = await working;
    expect(environment.surprises()).toEqual([]);
    expect(ends.filter(({ status }) => status === 'rejected')).toEqual([]);
    const answers = [...environment.answers];
    report(answers, { awayAt, mendedAt, recoveredAt });

    expect(answers.filter(({ status }) => status === 'broken' || (status >= 500 && status !== 503))).toEqual(
      [],
    );
    const meanwhile = answers.filter(
      ({ startedAt, endedAt }) => startedAt > awayAt + trustMs && endedAt < mendedAt,
    );
    const calls = meanwhile.filter(({ url }) => url.startsWith(gatewayVerify));
    expect(calls.length).toBeGreaterThan(0);
    expect(calls.filter(({ status }) => status !== 503)).toEqual([]);
    expect(answers.filter(({ ms }) => ms > outage.maxAnswerSeconds * 1000)).toEqual([]);
    const after = answers.filter(({ startedAt }) => startedAt > recoveredAt + 2000);
    expect(after.length).toBeGreaterThan(0);
    expect(after.filter(({ status }) => status === 503)).toEqual([]);

    environment.use(environment.portal);
    expect([...(await signUps.complaints()), ...(await signUps.lateComplaints())]).toEqual([]);
    expect(await keys.complaints()).toEqual([]);
    expect(await callers.missing()).toBe(0);
    expect(await environment.look(brokenInvariants)).toEqual([]);
  }

  function report(answers: Answer[], at: { awayAt: number; mendedAt: number; recoveredAt: number }): void {
    const slowest = Math.max(...answers.map(({ ms }) => ms));
    const refused = answers.filter(({ status }) => status === 503).length;
    console.log(
      `${answers.length} answers, ${refused} of them 503, the slowest after ${Math.round(slowest)} ms; ready ${Math.round(at.recoveredAt - at.mendedAt)} ms after the end`,
    );
  }
});
