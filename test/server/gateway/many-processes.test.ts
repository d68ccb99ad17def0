import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CachedKey, KeyCache } from '../../../src/gateway/key-cache.ts';
import { createProcesses, type Processes } from '../../../src/gateway/processes.ts';
import { Quota } from '../../../src/gateway/quota.ts';
import { createLog } from '../../../src/platform/log.ts';
import { Secrets } from '../../../src/platform/secrets.ts';
import { engineMissing } from '../../helpers/database.ts';
import { createKey } from '../../helpers/keys.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';

const limit = 1000;
const processCount = 64;

describe.skipIf(engineMissing)('64 processes on one database', () => {
  let portal: TestPortal;
  let members: { quota: Quota; processes: Processes }[];
  /** Each process has read the key itself. */
  let keys: CachedKey[];
  beforeAll(async () => {
    portal = await startPortal();
    const { db } = portal.database;
    const { now } = portal.clock;
    const secrets = new Secrets(portal.config.secretKeys);
    const log = createLog('fatal');
    members = Array.from({ length: processCount }, () => {
      const processes = createProcesses({ db, now, log });
      return { processes, quota: new Quota({ db, secrets, processes, now }) };
    });
    // Every process is asked twice, because the first one has not seen the others yet.
    for (const { processes } of [...members, ...members]) await processes.beat();
    const { external_id } = await createKey(await portal.signUp());
    const key = (await new KeyCache({ db, secrets, log }).find(external_id))!;
    keys = members.map(() => ({ ...key }));
  });
  afterAll(() => portal.close());

  test('know of each other', () => {
    // The portal itself counts as another process.
    expect(members.map(({ processes }) => processes.count)).toEqual(
      Array(processCount).fill(processCount + 1),
    );
  });

  test('deny a key no earlier than at 95 % of its limit, and allow nothing above it', async () => {
    let passed = 0;
    let passedBeforeFirstRefusal: number | undefined;
    for (let round = 0; round < 25; round++) {
      const answers = await Promise.all(members.map(({ quota }, index) => quota.take(keys[index]!)));
      for (const answer of answers) {
        if (answer?.allowed) passed++;
        else passedBeforeFirstRefusal ??= passed;
      }
    }
    expect(passedBeforeFirstRefusal).toBeGreaterThanOrEqual(0.95 * limit);
    expect(passed).toBeGreaterThanOrEqual(0.95 * limit);
    expect(passed).toBeLessThanOrEqual(limit);
  });

  test('are not counted any more when they have ended or stopped their heartbeat', async () => {
    const [first, ended, ...others] = members;
    if (!first || !ended) throw new Error('There are 64');
    await ended.processes.stop();
    await first.processes.beat();
    expect(first.processes.count).toBe(processCount);
    portal.clock.pass(31);
    for (const { processes } of others.slice(0, 9)) await processes.beat();
    await first.processes.beat();
    expect(first.processes.count).toBe(10);
    portal.clock.pass(3601);
    await first.processes.forgetOld();
    expect(await portal.database.db.selectFrom('processes').selectAll().execute()).toEqual([]);
  });
});
