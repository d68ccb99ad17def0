import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomId } from '../../src/platform/secrets.ts';
import { calls, pages } from '../../src/urls.ts';
import type { Browser } from '../helpers/browser.ts';
import { createKey } from '../helpers/keys.ts';
import { startPortalProcess } from '../helpers/process.ts';
import { Callers } from './callers.ts';
import { type Crowd, Refused } from './crowd.ts';
import { FaultStage } from './fault-stage.ts';
import { brokenInvariants } from './invariants.ts';
import { KeyMakers } from './key-makers.ts';
import { SignUps } from './sign-ups.ts';
import { mayMountDisks, mountSmallDisk, type SmallDisk } from './small-disk.ts';

const isPossible = mayMountDisks();
if (!isPossible)
  console.log('This user may not mount a small disk: its tests are skipped. Run them as root.');

describe.skipIf(!isPossible)('a full disk under the data folder', () => {
  let disk: SmallDisk;
  let stage: FaultStage;
  let signUps: SignUps;
  let browser: Browser;
  beforeAll(async () => {
    disk = mountSmallDisk(24)!;
    stage = await FaultStage.open({ DATA_DIR: `${disk.folder}/data` });
    stage.isExpected = (error) => error instanceof Refused && error.status === 503;
    await stage.start();
    signUps = new SignUps(stage);
    ({ browser } = await signUps.signUpOne());
  });
  afterAll(async () => {
    await stage?.close();
    disk?.unmount();
  });

  test('is a 503 for requests that write, nothing for those that read, and over when there is room again', async () => {
    const callers = new Callers(stage, await createKey(browser));
    const maker = await signUps.signUpOne();
    const keys = new KeyMakers(stage, () => maker);
    const crowds: Crowd[] = [signUps, keys, callers];
    const working = Promise.allSettled(crowds.map((crowd) => crowd.work()));
    await sleep(1000);
    disk.fill();
    const fullAt = performance.now();
    await sleep(4000);
    const reader = stage.browser();
    expect((await reader.open(pages.docs)).statusCode).toBe(200);
    expect((await browser.user())?.email).toBeDefined();
    expect((await browser.get(calls.apiTokens)).statusCode).toBe(200);
    const emptiedAt = performance.now();
    disk.empty();
    await sleep(4000);
    stage.rest();
    const ends = await working;

    expect(stage.surprises()).toEqual([]);
    expect(ends.filter(({ status }) => status === 'rejected')).toEqual([]);
    const { answers } = stage;
    expect(answers.filter(({ status }) => status === 'broken' || (status >= 500 && status !== 503))).toEqual(
      [],
    );
    const meanwhile = answers.filter(({ startedAt, endedAt }) => startedAt > fullAt && endedAt < emptiedAt);
    console.log(
      `${meanwhile.length} answers while the disk was full, ${meanwhile.filter(({ status }) => status === 503).length} of them 503`,
    );
    expect(meanwhile.some(({ status }) => status === 503)).toBe(true);
    const after = answers.filter(({ startedAt }) => startedAt > emptiedAt + 1000);
    expect(after.length).toBeGreaterThan(0);
    expect(after.filter(({ status }) => status === 503)).toEqual([]);

    stage.use(stage.portal);
    expect([...(await signUps.complaints()), ...(await signUps.lateComplaints())]).toEqual([]);
    expect(await keys.complaints()).toEqual([]);
    expect(await callers.missing()).toBe(0);
    expect(await stage.look(brokenInvariants)).toEqual([]);
  });

  test('in the middle of a crash damages nothing: the portal starts, and writes when there is room', async () => {
    disk.fill();
    await askUntilRefused();
    await stage.kill();
    await stage.start();
    expect((await browser.user())?.email).toBeDefined();
    await askUntilRefused();
    disk.empty();
    await signUps.signUpOne();
    expect(await stage.look(brokenInvariants)).toEqual([]);
    expect(stage.surprises()).toEqual([]);
  });

  test('at the first start is said, and leaves nothing behind that spoils the next', async () => {
    disk.fill();
    const env = { ...stage.env, DATA_DIR: `${disk.folder}/first`, SECRET_KEY: '' };
    await expect(startPortalProcess(env)).rejects.toThrow(/no space left on device|disk is full/);
    disk.empty();
    const portal = await startPortalProcess(env);
    await portal.kill('SIGTERM');
  });

  /** The log of the database has some room left. Returns when that is used up. */
  async function askUntilRefused(): Promise<void> {
    for (let request = 0; request < 5000; request++) {
      const answer = await browser.post(calls.sendVerificationCode, {
        email: `${randomId()}@teapot.example`,
      });
      if (answer.statusCode === 503) return;
      expect(answer.statusCode).toBe(200);
    }
    throw new Error('The disk was never full');
  }
});
