import { z } from 'zod';
import { secondsAround } from '../../pictures/sounding/leg-rows.ts';
import type { Leg } from '../../pictures/sounding/legs.ts';
import { soundingOf } from '../../pictures/sounding/sounding.ts';
import { isUnavailable } from '../../pictures/sounding/unavailable.ts';
import { describeSounding } from '../../pictures/telling/describe-flights.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { api } from '../../urls.ts';
import { readFlight, secondsText } from '../flights/flight.ts';
import { requireMission } from '../flights/missions.ts';
import { readWhole } from '../flights/observation-reader.ts';
import {
  index,
  indicesOf,
  level,
  levelHeading,
  levelLine,
  standardLevels,
} from '../flights/sounding-words.ts';
import { whole } from '../toolkit/lenient.ts';
import { missionId } from '../toolkit/parameters.ts';
import { defineTool } from '../toolkit/tool.ts';

export const getSounding = defineTool({
  name: 'get_sounding',
  title: 'Sounding',
  path: `${api}/observations.json`,
  input: z.strictObject({
    mission_id: missionId,
    leg: whole(1, 10_000)
      .optional()
      .describe(
        'The number of a climb or descent from get_flight_path. Leave it out for the newest that is finished.',
      ),
  }),
  output: z.object({
    mission_name: z.string(),
    leg: z.int(),
    legs: z.int().describe('How many the flight has so far'),
    direction: z.enum(['up', 'down']),
    begin: z.string().describe('UTC'),
    end: z.string().describe('UTC'),
    sentence: z.string(),
    indices: z.array(index),
    levels: z.array(level).describe('Measured near standard pressures, the lowest first'),
    remarks: z.array(z.string()).describe('What to know before trusting the numbers'),
  }),
  async answer(given, { checks, weather }) {
    const mission = await requireMission(weather, given.mission_id);
    const { legs } = await readFlight(weather, mission);
    const number = given.leg ?? newestFinished(legs);
    const leg = legs[number - 1];
    if (!leg)
      throw badRequest(
        legs.length === 0
          ? `${mission.name} has hardly left the ground: there is nothing to make a sounding of yet.`
          : `leg must be from 1 to ${legs.length}: ${mission.name} has no other so far.`,
      );
    const [from, to] = secondsAround(leg);
    const { rows, nextSince } = await readWhole(weather, {
      kind: 'observations',
      missionId: mission.id,
      minTimeMs: from * 1000,
      maxTimeMs: to * 1000,
      minLatitude: -90,
      maxLatitude: 90,
      hasIds: true,
      hasMissionNames: true,
      hasUpdateTimes: true,
    });
    const sounding = soundingOf(rows, leg);
    if (isUnavailable(sounding)) throw notFound(`${sounding.unavailable} Ask for another leg.`);
    const { direction, begin, end } = sounding.leg;
    const levels = standardLevels(sounding.levels);
    const indices = indicesOf(sounding);
    const data = {
      mission_name: mission.name,
      leg: number,
      legs: legs.length,
      direction,
      begin: secondsText(begin.timeSeconds),
      end: secondsText(end.timeSeconds),
      sentence: describeSounding(sounding),
      indices,
      levels,
      remarks: [...(nextSince === undefined ? [] : [cutRemark]), ...sounding.remarks],
    };
    const text = [
      `${mission.name}, leg ${number} of ${legs.length}, ${data.begin} to ${data.end} (UTC). ${data.sentence}`,
      ...indices.map(({ name, value }) => `${name}: ${value}`),
      levelHeading,
      ...levels.map(levelLine),
      ...data.remarks,
    ];
    return { text: text.join('\n'), data, check: checks.viewer(mission.name, number) };
  },
});

const cutRemark =
  'The leg has more rows than one call can read: the sounding is made of those that arrived first.';

function newestFinished(legs: readonly Leg[]): number {
  const index = legs.findLastIndex(({ isSoFar }) => !isSoFar);
  return index === -1 ? legs.length : index + 1;
}
