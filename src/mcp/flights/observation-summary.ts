import { z } from 'zod';
import type { NamedRow } from './observation-row.ts';

const missionsMax = 12;

export const observationSummary = z
  .object({
    observations: z.int().describe('How many were read for this answer'),
    missions: z.int().describe('How many balloons measured them'),
    first: z.string().optional().describe('The earliest, UTC'),
    last: z.string().optional().describe('The latest, UTC'),
    most: z
      .array(
        z.object({ mission_name: z.string(), observations: z.int(), first: z.string(), last: z.string() }),
      )
      .describe(`The balloons with the most, up to ${missionsMax}`),
  })
  .describe('Of all rows that this answer was made from, also those it does not list');
type ObservationSummary = z.infer<typeof observationSummary>;

export function summarizeRows(rows: readonly NamedRow[]): ObservationSummary {
  const byMission = new Map<string, string[]>();
  for (const { mission_name, time } of rows) {
    const times = byMission.get(mission_name);
    if (times) times.push(time);
    else byMission.set(mission_name, [time]);
  }
  const missions = [...byMission]
    .map(([mission_name, times]) => ({ mission_name, observations: times.length, ...spanOf(times) }))
    .sort((one, other) => other.observations - one.observations);
  return {
    observations: rows.length,
    missions: missions.length,
    ...(rows.length > 0 ? spanOf(rows.map(({ time }) => time)) : {}),
    most: missions.slice(0, missionsMax),
  };
}

/** Texts of one form are in the order of their times. */
function spanOf(times: string[]): { first: string; last: string } {
  let [first, last] = [times[0]!, times[0]!];
  for (const time of times) {
    if (time < first) first = time;
    if (time > last) last = time;
  }
  return { first, last };
}

export function summaryLine({ observations, missions, first, last, most }: ObservationSummary): string {
  if (observations === 0) return 'Nothing was measured there in this time.';
  const names = most.map((each) => `${each.mission_name} (${each.observations})`).join(', ');
  return `${observations} read, of ${missions} ${missions === 1 ? 'balloon' : 'balloons'}, measured from ${first!.slice(0, 19)} to ${last!.slice(0, 19)}: ${names}${missions > most.length ? ' and others' : ''}.`;
}
