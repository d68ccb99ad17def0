import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readRevision, recordKeyChanges } from '../../src/keys/change-store.ts';
import { openPostgres } from '../../src/platform/database.ts';
import { calls, gatewayVerify, ready } from '../../src/urls.ts';
import { CuttableLine } from '../helpers/cuttable-line.ts';
import { createKey } from '../helpers/keys.ts';
import { type Cluster, findPostgres, startCluster } from '../helpers/postgres.ts';
import { eventually } from '../helpers/process.ts';
import { Callers } from './callers.ts';
import { type Crowd, Refused } from './crowd.ts';
import { type Answer, FaultStage } from './fault-stage.ts';
import { brokenInvariants } from './invariants.ts';
import { KeyMakers } from './key-makers.ts';
import { SignUps } from './sign-ups.ts';

const programs = findPostgres();
/** What is known of a key is trusted for less than this. */
const trustMs = 1000;

describe.skipIf(!programs)('PostgreSQL, with everyone at work,', () => {
  let cluster: Cluster;
  let line: CuttableLine;
  let port: number;
  let stage: FaultStage;
  let signUps: SignUps;
  let keys: KeyMakers;
  let callers: Callers;

  beforeEach(async () => {
    cluster = await startCluster(programs!);
    line = new CuttableLine(Number(new URL(cluster.url).port));
    port = await line.mend();
    stage = await FaultStage.open({ DATABASE_URL: `postgres://portal@127.0.0.1:${port}/postgres` });
    await stage.start();
    stage.isExpected = (error) => error instanceof Refused && error.status === 503;
    signUps = new SignUps(stage);
    const { browser } = await signUps.signUpOne();
    callers = new Callers(stage, await createKey(browser));
    const maker = await signUps.signUpOne();
    keys = new KeyMakers(stage, () => maker);
  });
  afterEach(async () => {
    await stage?.close();
    await line?.cut();
    cluster?.stop();
  });

  test('that crashes and is started again', async () => {
    await endure({
      secondsAway: 3,
      fault: () => cluster.halt(),
      mend: () => cluster.resume(),
      answerSecondsMax: 5,
    });
  });

  test('that is cut off for half a minute', async () => {
    await endure({
      secondsAway: 30,
      fault: () => line.cut(),
      mend: () => line.mend(port),
      answerSecondsMax: 5,
    });
  });

  test('that falls silent and comes back without its old connections', async () => {
    await endure({
      secondsAway: 15,
      fault: () => line.silence(),
      mend: () => line.speak(),
      answerSecondsMax: 12,
    });
  });

  test('that nobody told of a lost connection lets go of what was locked on it', async () => {
    const { browser } = await signUps.signUpOne();
    const { id } = await createKey(browser);
    const lost = openPostgres(stage.env.DATABASE_URL!, 1);
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

  /** It answers 503 meanwhile and in time, lets nobody in, recovers by itself, and has lost nothing. */
  async function endure(outage: {
    secondsAway: number;
    fault: () => unknown;
    mend: () => unknown;
    answerSecondsMax: number;
  }): Promise<void> {
    const crowds: Crowd[] = [signUps, keys, callers];
    const working = Promise.allSettled(crowds.map((crowd) => crowd.work()));
    await sleep(2000);
    const awayAt = performance.now();
    await outage.fault();
    await sleep(outage.secondsAway * 1000);
    const mendedAt = performance.now();
    await outage.mend();
    await eventually(async () => (await fetch(stage.portal.url + ready)).ok || undefined, 20);
    const recoveredAt = performance.now();
    await sleep(4000);
    stage.rest();
    const ends = await working;
    expect(stage.surprises()).toEqual([]);
    expect(ends.filter(({ status }) => status === 'rejected')).toEqual([]);
    const answers = [...stage.answers];
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
    expect(answers.filter(({ ms }) => ms > outage.answerSecondsMax * 1000)).toEqual([]);
    const after = answers.filter(({ startedAt }) => startedAt > recoveredAt + 2000);
    expect(after.length).toBeGreaterThan(0);
    expect(after.filter(({ status }) => status === 503)).toEqual([]);

    stage.use(stage.portal);
    expect([...(await signUps.complaints()), ...(await signUps.lateComplaints())]).toEqual([]);
    expect(await keys.complaints()).toEqual([]);
    expect(await callers.missing()).toBe(0);
    expect(await stage.look(brokenInvariants)).toEqual([]);
  }

  function report(answers: Answer[], at: { awayAt: number; mendedAt: number; recoveredAt: number }): void {
    const slowest = Math.max(...answers.map(({ ms }) => ms));
    const refused = answers.filter(({ status }) => status === 503).length;
    console.log(
      `${answers.length} answers, ${refused} of them 503, the slowest after ${Math.round(slowest)} ms; ready ${Math.round(at.recoveredAt - at.mendedAt)} ms after the end`,
    );
  }
});
