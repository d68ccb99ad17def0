import { z } from 'zod';
import { describeSounding } from '../../pictures/skew-t.ts';
import { type Leg, legTimeRange } from '../../pictures/sounding/legs.ts';
import type { Level } from '../../pictures/sounding/levels.ts';
import { type Sounding, soundingOf } from '../../pictures/sounding/sounding.ts';
import { isUnavailable } from '../../pictures/sounding/unavailable.ts';
import { listIndices } from '../../pictures/sounding-indices.ts';
import { type Units, withHeights } from '../../pictures/units.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { api } from '../../urls.ts';
import type { ObservationQuery } from '../../weather/source.ts';
import { defaultKm, findLegNear, findLegOfMission } from '../toolkit/find-leg.ts';
import { formatSeconds } from '../toolkit/missions.ts';
import { readByArrival } from '../toolkit/observation-reader.ts';
import { decimal, integer, missionId, time, utc } from '../toolkit/parameters.ts';
import {
  altitude,
  findNearest,
  findPosition,
  latitude,
  longitude,
  positionParameters,
} from '../toolkit/positions.ts';
import { defineTool } from '../toolkit/tool.ts';
import { compassPoint, toWind, windDirection } from '../toolkit/wind.ts';

/** The value has its unit, or says why it can't be computed. */
const index = z.object({
  name: z.string(),
  value: z.string(),
  layer: z.string().optional().describe('The layer or level of the value'),
});

const level = z.object({
  pressure: z.number().describe('hPa'),
  altitude,
  latitude: latitude.optional(),
  longitude: longitude.optional(),
  temperature: z.number().optional().describe('°C'),
  dew_point: z.number().optional().describe('°C'),
  wind_speed: z.number().optional().describe('m/s'),
  wind_direction: z.number().optional().describe(windDirection),
});
type StandardLevel = z.infer<typeof level>;

const position = z.object({ latitude, longitude }).nullable();

export const getSounding = defineTool({
  name: 'get_sounding',
  title: 'Sounding',
  path: `${api}/observations.json`,
  input: z.strictObject({
    mission_id: missionId.optional(),
    leg: integer(1, 10_000)
      .optional()
      .describe(
        'With mission_id: a climb or descent, by its number from get_flight_path. Defaults to the newest finished.',
      ),
    ...positionParameters(
      'Instead of a mission: a place as latitude,longitude, such as 64.9,-18.6 for Iceland.',
    ),
    within_km: decimal(1, 20_100)
      .optional()
      .describe(`With a place: how far a balloon may be from it. Defaults to ${defaultKm}.`),
    time: time('With a place: the sounding nearest to this time, within 12 hours. Defaults to the newest.'),
  }),
  output: z.object({
    mission_name: z.string(),
    distance: z.number().optional().describe('km from the place at its nearest'),
    begin_position: position,
    end_position: position,
    leg: z.int(),
    legs: z.int().describe('How many the flight has so far'),
    direction: z.enum(['up', 'down']),
    begin: utc,
    end: utc,
    sentence: z.string(),
    indices: z.array(index),
    levels: z.array(level).describe('Measured near standard pressures, lowest first'),
    remarks: z.array(z.string()).describe('Limits of these numbers'),
  }),
  async answer(given, { checks, weather, now }) {
    const place = findPosition(given);
    if ((place === undefined) === (given.mission_id === undefined))
      throw badRequest(
        'Pass either a place, as coordinates such as 64.9,-18.6, or a mission_id from get_flying_missions.',
      );
    if ((place ? given.leg : (given.within_km ?? given.time)) !== undefined)
      throw badRequest('leg goes with mission_id; within_km and time go with a place.');
    const { mission, legs, number, distance } = place
      ? await findLegNear(weather, place, given, now())
      : await findLegOfMission(weather, given.mission_id ?? '', given.leg);
    const leg = legs[number - 1]!;
    const [from, to] = legTimeRange(leg);
    const query: ObservationQuery = {
      kind: 'observations',
      missionId: mission.id,
      minTimeMs: from * 1000,
      maxTimeMs: to * 1000,
      minLatitude: -90,
      maxLatitude: 90,
      hasIds: true,
      hasMissionNames: true,
      hasUpdateTimes: true,
    };
    const { rows, nextSince } = await readByArrival(weather, query, { isFirstPageEnough: false });
    const sounding = soundingOf(rows, leg);
    if (isUnavailable(sounding)) throw notFound(`${sounding.unavailable} Try another leg.`);
    const { direction, begin, end } = sounding.leg;
    const levels = findStandardLevels(sounding.levels);
    const indices = listAllIndices(sounding);
    const data = {
      mission_name: mission.name,
      ...(distance !== undefined && { distance }),
      begin_position: begin.position,
      end_position: end.position,
      leg: number,
      legs: legs.length,
      direction,
      begin: formatSeconds(begin.timeSeconds),
      end: formatSeconds(end.timeSeconds),
      sentence: describeSounding(sounding),
      indices,
      levels,
      remarks: [
        ...(nextSince === undefined ? [] : [incompleteRemark]),
        ...(leg.isOngoing ? ['The balloon is still on this leg, so the sounding is not complete.'] : []),
        ...sounding.remarks.map((remark) => withHeights(remark, units)),
      ],
    };
    const text = [
      `${mission.name}, leg ${number} of ${legs.length} (${direction}), from ${formatEnd(begin)} to ${formatEnd(end)}${distance === undefined ? '' : `, ${distance} km from the place at its nearest`}. Times are UTC, positions degrees north and east. ${data.sentence}`,
      ...formatIndices(indices),
      'pressure hPa | altitude above sea level m | temperature °C | dew point °C | wind m/s, from',
      ...levels.map(formatLevel),
      ...data.remarks,
    ];
    return { text: text.join('\n'), data, check: checks.viewer(mission.name, number) };
  },
});

const formatEnd = ({ timeSeconds, position, altitudeMetres }: Leg['begin']) =>
  `${formatSeconds(timeSeconds).slice(0, 16)} at ${position ? `${position.latitude.toFixed(2)}, ${position.longitude.toFixed(2)}` : 'an unknown position'}, ${Math.round(altitudeMetres)} m`;

/** Indices that lack a value for the same reason share a line. */
const formatIndices = (indices: readonly z.infer<typeof index>[]) =>
  [...Map.groupBy(indices, ({ value, layer }) => (layer === undefined ? value : {})).values()].map((same) => {
    const [{ value, layer }] = same as [z.infer<typeof index>];
    return `${same.map(({ name }) => name).join('; ')}: ${value}${layer === undefined ? '' : ` (${layer})`}`;
  });

const incompleteRemark =
  'The leg has more rows than one call can read. The sounding uses those that arrived first.';

const units: Units = { wind: 'ms', heights: 'hpa', temperature: 'c' };

/** Parcel indices have the parcel in their name, because all three parcels are in one list. */
function listAllIndices(sounding: Sounding): z.infer<typeof index>[] {
  const groups = listIndices(sounding, ['lowest', 'mixed', 'mostUnstable'], units);
  return groups.flatMap(({ title, isParcel, note, indices }) => [
    ...(note === undefined ? [] : [{ name: title, value: note }]),
    ...indices.map(({ name, value, layer, reason }) => ({
      name: isParcel ? `${name}, ${title.toLowerCase()}` : name,
      value: value ?? reason ?? '',
      ...(layer !== undefined && { layer }),
    })),
  ]);
}

const standardHpa = [1000, 925, 850, 700, 600, 500, 400, 300, 250, 200, 150, 100, 70, 50];
/** The largest distance of a level from a standard one, as a fraction of its pressure. */
const tolerance = 0.03;

/** The measured levels nearest to the standard ones. Standard levels that the balloon did not reach are left out. */
function findStandardLevels(levels: readonly Level[]): StandardLevel[] {
  const near = standardHpa.flatMap((hpa) => {
    const distance = ({ pressureHpa }: Level) => Math.abs(Math.log(pressureHpa / hpa));
    const nearest = findNearest(levels, distance);
    return nearest && distance(nearest) <= tolerance ? [nearest] : [];
  });
  return [...new Set(near)].map(toStandardLevel);
}

function toStandardLevel(measured: Level): StandardLevel {
  const { pressureHpa, altitudeMetres, position, celsius, dewPointCelsius, wind } = measured;
  const tenths = (value: number) => Math.round(value * 10) / 10;
  const { speed, direction } = (wind && toWind(wind.u, wind.v)) ?? {};
  return {
    pressure: tenths(pressureHpa),
    altitude: Math.round(altitudeMetres),
    ...(position && {
      latitude: Number(position.latitude.toFixed(3)),
      longitude: Number(position.longitude.toFixed(3)),
    }),
    ...(celsius !== null && { temperature: tenths(celsius) }),
    ...(dewPointCelsius !== null && { dew_point: tenths(dewPointCelsius) }),
    ...(speed !== undefined && { wind_speed: tenths(speed), wind_direction: direction }),
  };
}

function formatLevel(each: StandardLevel): string {
  const { wind_speed, wind_direction } = each;
  const wind =
    wind_direction === undefined ? '' : `${wind_speed}, ${wind_direction}° ${compassPoint(wind_direction)}`;
  return [each.pressure, each.altitude, each.temperature ?? '', each.dew_point ?? '', wind].join(' | ');
}
