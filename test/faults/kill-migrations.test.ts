import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../src/platform/open-database.ts';
import { engine, engineMissing, freshDatabase, migrationsFolder } from '../helpers/database.ts';
import { spawnPortalProcess } from '../helpers/process.ts';
import { watchForOpening } from './database-opened.ts';
import { FaultStage } from './fault-stage.ts';
import { faultRounds } from './length.ts';
import { describeSchema } from './schema.ts';
import { SignUps } from './sign-ups.ts';

/** As long as all of them take, and a little longer. */
const migrationMsMax = engine === 'postgres' ? 120 : 40;

describe.skipIf(engineMissing)(`a first start that is killed while it migrates, ${faultRounds} times`, () => {
  let whole: string[];
  let stage: FaultStage;
  const outcomes = { nothing: 0, everything: 0 };
  beforeAll(async () => {
    const database = await freshDatabase();
    whole = await describeSchema(database);
    await database.close();
    stage = await FaultStage.open();
  });
  afterAll(async () => {
    console.log(`${faultRounds} kills left ${JSON.stringify(outcomes)}`);
    await stage?.close();
  });

  test('leaves everything or nothing, and the next start goes on from there', async () => {
    for (let round = 1; round <= faultRounds; round++) {
      await killWhileMigrating();
      const left = await stage.look(describeSchema);
      if (left.length === 0) {
        // The next round starts on what this one left behind.
        outcomes.nothing++;
        continue;
      }
      expect(left).toEqual(whole);
      outcomes.everything++;
      expect(await stage.look((database) => migrate(database, migrationsFolder, Date.now))).toEqual([]);
      await stage.close();
      stage = await FaultStage.open();
    }
  });

  test('leaves a database on which people can sign up', async () => {
    await killWhileMigrating();
    await stage.start();
    const { step } = await new SignUps(stage).signUpOne();
    expect(step).toBe('signed up');
    expect(await stage.look(describeSchema)).toEqual(whole);
  });

  async function killWhileMigrating(): Promise<void> {
    const opening = watchForOpening(stage);
    const portal = await spawnPortalProcess(stage.env);
    await opening();
    await new Promise((resolve) => setTimeout(resolve, Math.random() * migrationMsMax));
    await portal.kill('SIGKILL');
  }
});
