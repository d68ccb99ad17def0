import { z } from 'zod';
import { describeSounding } from '../../pictures/skew-t.ts';
import type { Convection } from '../../pictures/sounding/convection.ts';
import { type Leg, legTimeRange } from '../../pictures/sounding/legs.ts';
import type { Level, NamedLevel } from '../../pictures/sounding/levels.ts';
import { type Sounding, soundingOf } from '../../pictures/sounding/sounding.ts';
import {
  isUnavailable,
  kilometres,
  type OrUnavailable,
  type Quantity,
} from '../../pictures/sounding/unavailable.ts';
import { badRequest, notFound } from '../../platform/errors.ts';
import { api } from '../../urls.ts';
import { readFlight, requireMission, secondsText } from '../toolkit/missions.ts';
import { readWhole } from '../toolkit/observation-reader.ts';
import { latitude, longitude, missionId, whole } from '../toolkit/parameters.ts';
import { defineTool } from '../toolkit/tool.ts';
import { compassPoint, windOf } from '../toolkit/wind.ts';

/** A number with its unit in words, or the sentence why there is none. */
const index = z.object({ name: z.string(), value: z.string() });

const level = z.object({
  pressure: z.number().describe('hPa'),
  altitude: z.number().describe('m above sea level'),
  latitude: latitude.optional(),
  longitude: longitude.optional(),
  temperature: z.number().optional().describe('°C'),
  dew_point: z.number().optional().describe('°C'),
  wind_speed: z.number().optional().describe('m/s'),
  wind_direction: z.number().optional().describe('degrees clockwise from north, from which the wind blows'),
});
type ShownLevel = z.infer<typeof level>;

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
    const [from, to] = legTimeRange(leg);
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

function indicesOf({ parcels, indices }: Sounding): z.infer<typeof index>[] {
  const { lowest, mixed, mostUnstable } = parcels;
  const parcel = (name: string, convection: OrUnavailable<Convection>) =>
    isUnavailable(convection)
      ? [{ name: `${name} parcel`, value: convection.unavailable }]
      : [
          { name: `CAPE, ${name} parcel`, value: amount(convection.cape) },
          { name: `CIN, ${name} parcel`, value: amount(convection.cin) },
        ];
  const shear = indices.shear6km;
  return [
    ...parcel('lowest', lowest),
    ...parcel('mixed', mixed),
    ...parcel('most unstable', mostUnstable),
    { name: 'Precipitable water', value: amount(indices.precipitableWater) },
    { name: 'Freezing level', value: height(indices.freezingLevel) },
    { name: 'Tropopause', value: height(indices.tropopause) },
    {
      name: 'Wind shear from 0 to 6 km',
      value: isUnavailable(shear) ? shear.unavailable : `${Math.hypot(shear.u, shear.v).toFixed(1)} m/s`,
    },
    { name: 'Helicity from 0 to 3 km', value: amount(indices.helicity3km) },
  ];
}

function amount(quantity: OrUnavailable<Quantity>): string {
  if (isUnavailable(quantity)) return quantity.unavailable;
  const { value, unit, isLowerBound } = quantity;
  return `${isLowerBound ? 'at least ' : ''}${value.toFixed(unit === 'mm' ? 1 : 0)} ${unit}`;
}

const height = (named: OrUnavailable<NamedLevel>) =>
  isUnavailable(named)
    ? named.unavailable
    : `${kilometres(named.altitudeMetres)}, ${named.pressureHpa.toFixed(0)} hPa, ${named.celsius.toFixed(1)} °C`;

const standardHpa = [1000, 925, 850, 700, 600, 500, 400, 300, 250, 200, 150, 100, 70, 50];
/** A level may lie this far from a standard one, as a part of its pressure. */
const tolerance = 0.03;

/** The measured levels nearest to the standard ones; those that the balloon did not reach are left out. */
function standardLevels(levels: readonly Level[]): ShownLevel[] {
  const near = standardHpa.flatMap((hpa) => {
    const off = ({ pressureHpa }: Level) => Math.abs(Math.log(pressureHpa / hpa));
    const nearest = levels.reduce((best, each) => (off(each) < off(best) ? each : best));
    return off(nearest) <= tolerance ? [nearest] : [];
  });
  return [...new Set(near)].map(shown);
}

function shown({ pressureHpa, altitudeMetres, place, celsius, dewPointCelsius, wind }: Level): ShownLevel {
  const tenths = (value: number) => Math.round(value * 10) / 10;
  const blowing = wind && windOf(wind.u, wind.v);
  return {
    pressure: tenths(pressureHpa),
    altitude: Math.round(altitudeMetres),
    ...(place
      ? { latitude: Number(place.latitude.toFixed(3)), longitude: Number(place.longitude.toFixed(3)) }
      : {}),
    ...(celsius === null ? {} : { temperature: tenths(celsius) }),
    ...(dewPointCelsius === null ? {} : { dew_point: tenths(dewPointCelsius) }),
    ...(blowing ? { wind_speed: tenths(blowing.speed), wind_direction: blowing.direction } : {}),
  };
}

const levelHeading = 'pressure hPa | altitude m | temperature °C | dew point °C | wind m/s, from';

function levelLine({ pressure, altitude, temperature, dew_point, wind_speed, wind_direction }: ShownLevel) {
  const wind =
    wind_direction === undefined ? '' : `${wind_speed}, ${wind_direction}° ${compassPoint(wind_direction)}`;
  return [pressure, altitude, temperature ?? '', dew_point ?? '', wind].join(' | ');
}
