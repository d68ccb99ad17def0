import { describe, expect, test } from 'vitest';
import { findMission, listFlyingMissions, type Mission } from './missions.ts';
import { readObservationPage } from './observation-pages.ts';
import { observationKinds } from './observations.ts';

const nowMs = Date.parse('2026-11-15T06:00:00Z');
const everything = {
  minLatitude: -90,
  maxLatitude: 90,
  hasIds: false,
  hasMissionNames: false,
  hasUpdateTimes: false,
};

/** How often the thread was handed back: once for each window of time that was looked through, or more. */
async function turnsOf(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work;
  isOver = true;
  return turns;
}

describe('the observations of one mission', () => {
  test.each(observationKinds)(
    'are found in its own days, without a look at the years before: %s',
    async (kind) => {
      const [mission] = listFlyingMissions(nowMs);
      const page = readObservationPage({ ...everything, kind, missionId: mission!.id }, nowMs);
      expect(await turnsOf(page)).toBeLessThan(2000);
      expect((await page).rows.length).toBeGreaterThan(100);
    },
  );

  test('end with it, and the next page is to be asked for from now on', async () => {
    const mission = findMission('W-1100', nowMs) as Mission;
    const since = { sinceNanoseconds: BigInt(mission.endMs) * 1_000_000n };
    const own = { kind: 'observations' as const, missionId: mission.id };
    const page = readObservationPage({ ...everything, ...since, ...own }, nowMs);
    expect(await turnsOf(page)).toBeLessThan(100);
    expect(await page).toMatchObject({ hasNextPage: false, nextSince: BigInt(nowMs) * 1_000_000n });
  });
});
