import { describe, expect, test } from 'vitest';
import { observationKinds } from '../../../api/parameters.ts';
import type { ObservationPage, ObservationQuery } from '../../source.ts';
import { findMission, listFlyingMissions, type Mission } from './missions.ts';
import { readObservationPage } from './observations.ts';

const nowMs = Date.parse('2026-11-15T06:00:00Z');
/** The number of steps is at least one for each window of time that is looked through. */
function readPage(query: ObservationQuery): { page: ObservationPage; steps: number } {
  const work = readObservationPage(query, nowMs);
  for (let steps = 1; ; steps++) {
    const step = work.next();
    if (step.done) return { page: step.value, steps };
  }
}

describe('the observations of one mission', () => {
  test.each(observationKinds)('are found without searching the years before its launch: %s', (kind) => {
    const [mission] = listFlyingMissions(nowMs);
    const { page, steps } = readPage({ kind, missionId: mission!.id });
    expect(steps).toBeLessThan(4000);
    expect(page.rows.length).toBeGreaterThan(100);
  });

  test('end with the mission, and next_since is the current time', () => {
    const mission = findMission('W-1100', nowMs) as Mission;
    const since = { sinceNanoseconds: BigInt(mission.endMs) * 1_000_000n };
    const own = { kind: 'observations' as const, missionId: mission.id };
    const { page, steps } = readPage({ ...since, ...own });
    expect(steps).toBeLessThan(100);
    expect(page).toMatchObject({ hasNextPage: false, nextSince: BigInt(nowMs) * 1_000_000n });
  });
});
