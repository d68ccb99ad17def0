import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { randomId } from '../../src/platform/secrets.ts';
import { calls, pages } from '../../src/urls.ts';
import type { Browser } from '../helpers/browser.ts';
import { createKey } from '../helpers/keys.ts';
import { startPortalProcess } from '../helpers/process.ts';
import { Callers } from './callers.ts';
import { FaultEnvironment } from './fault-environment.ts';
import { brokenInvariants } from './invariants.ts';
import { KeyMakers } from './key-makers.ts';
import { SignUps } from './sign-ups.ts';
import { UnexpectedStatusError, type Workload } from './workload.ts';

const isPossible = mayMountDisks();
if (!isPossible)
  console.log('This user may not mount a small disk: its tests are skipped. Run them as root.');

describe.skipIf(!isPossible)('a full disk under the data folder', () => {
  let disk: SmallDisk;
  let environment: FaultEnvironment;
  let signUps: SignUps;
  let browser: Browser;
  beforeAll(async () => {
    disk = mountSmallDisk(24)!;
    environment = await FaultEnvironment.open({ DATA_DIR: `${disk.folder}/data` });
    environment.isExpected = (error) => error instanceof UnexpectedStatusError && error.status === 503;
    await environment.start();
    signUps = new SignUps(environment);
    ({ browser } = await signUps.signUpOne());
  });
  afterAll(async () => {
    await environment?.close();
    disk?.unmount();
  });

  test('gives 503 for writes, does not affect reads, and recovers when there is space again', async () => {
    const callers = new Callers(environment, await createKey(browser));
    const maker = await signUps.signUpOne();
    const keys = new KeyMakers(environment, () => maker);
    const workloads: Workload[] = [signUps, keys, callers];
    const working = Promise.allSettled(workloads.map((workload) => workload.work()));
    await sleep(1000);
    disk.fill();
    const fullAt = performance.now();
    await sleep(4000);
    const reader = environment.browser();
    expect((await reader.open(pages.docs)).statusCode).toBe(200);
    expect((await browser.user())?.email).toBeDefined();
    expect((await browser.get(calls.apiTokens)).statusCode).toBe(200);
    const emptiedAt = performance.now();
    disk.empty();
    await sleep(4000);
    environment.rest();
    const ends = await working;

    expect(environment.surprises()).toEqual([]);
    expect(ends.filter(({ status }) => status === 'rejected')).toEqual([]);
    const { answers } = environment;
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

    environment.use(environment.portal);
    expect([...(await signUps.complaints()), ...(await signUps.lateComplaints())]).toEqual([]);
    expect(await keys.complaints()).toEqual([]);
    expect(await callers.missing()).toBe(0);
    expect(await environment.look(brokenInvariants)).toEqual([]);
  });

  test('during a crash damages nothing: the portal starts, and writes when there is space', async () => {
    disk.fill();
    await askUntilRefused();
    await environment.kill();
    await environment.start();
    expect((await browser.user())?.email).toBeDefined();
    await askUntilRefused();
    disk.empty();
    await signUps.signUpOne();
    expect(await environment.look(brokenInvariants)).toEqual([]);
    expect(environment.surprises()).toEqual([]);
  });

  test('at the first start is reported, and the next start works', async () => {
    disk.fill();
    const env = { ...environment.env, DATA_DIR: `${disk.folder}/first`, SECRET_KEY: '' };
    await expect(startPortalProcess(env)).rejects.toThrow(/no space left on device|disk is full/);
    disk.empty();
    const portal = await startPortalProcess(env);
    await portal.kill('SIGTERM');
  });

  /** Writes until the remaining space in the database's log is used up. */
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

/** A disk of a few megabytes that a test can fill and empty again. */
interface SmallDisk {
  folder: string;
  fill(): void;
  empty(): void;
  unmount(): void;
}

function mayMountDisks(): boolean {
  const disk = mountSmallDisk(1);
  disk?.unmount();
  return disk !== undefined;
}

/** Returns undefined if this user may not mount a disk. */
function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'portal-disk-'));
  const options = ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'tmpfs', folder];
  if (spawnSync('mount', options).status !== 0) {
    rmSync(folder, { recursive: true });
    return undefined;
  }
  const filler = join(folder, 'filler');
  return {
    folder,
    fill: () => writeUntilFull(filler),
    empty: () => rmSync(filler, { force: true }),
    unmount: () => {
      spawnSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Writes large pieces first and then single bytes, until the disk is full. */
function writeUntilFull(path: string): void {
  const file = openSync(path, 'a');
  for (let size = 2 ** 20; size >= 1; size = Math.floor(size / 2)) {
    const piece = Buffer.alloc(size);
    try {
      for (;;) writeSync(file, piece);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(file);
}
