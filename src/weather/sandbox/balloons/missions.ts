import type { LaunchSite, MissionRow } from '../../../api/data-api.ts';
import { notFound } from '../../../platform/errors.ts';
import { LruCache } from '../../../platform/lru-cache.ts';
import { dayMs, hourMs } from '../../../time.ts';
import { isoSeconds } from '../../api-time.ts';
import { chance, chanceBetween, chanceUses } from '../atmosphere/chance.ts';
import { elevationMetres } from '../atmosphere/land.ts';
import { archiveStartMs } from '../atmosphere/planet.ts';

export interface Mission {
  id: string;
  number: number;
  name: string;
  launchMs: number;
  endMs: number;
  site: LaunchSite;
  /** Altitude is linear between two of these, from the ground at the launch site to the ground where it lands. */
  plan: PlannedAltitude[];
}

interface PlannedAltitude {
  /** Since the launch. */
  seconds: number;
  metres: number;
}

const launchSites: LaunchSite[] = [
  { id: 1, latitude: 37.41, longitude: -122.05 },
  { id: 2, latitude: 19.72, longitude: -155.06 },
  { id: 3, latitude: 64.13, longitude: -21.94 },
  { id: 4, latitude: 52.25, longitude: 0.11 },
  { id: 5, latitude: 35.04, longitude: 135.75 },
  { id: 6, latitude: 24.9, longitude: 55.02 },
  { id: 7, latitude: -33.39, longitude: -70.79 },
  { id: 8, latitude: -29.88, longitude: 31.05 },
  { id: 9, latitude: -37.81, longitude: 144.96 },
];

const firstNumber = 1000;
const launchEveryMs = 4 * hourMs;
const maxFlightDays = 12;
/** Launches begin before the archive does, so that balloons are flying when it begins. */
const firstLaunchMs = archiveStartMs - maxFlightDays * dayMs;

const missions = new LruCache<number, Mission>(1000);

/** Missions that fly at some time between the two, by number. */
export function listMissionsBetween(firstMs: number, lastMs: number): Mission[] {
  const first = Math.max(0, Math.floor((firstMs - firstLaunchMs - maxFlightDays * dayMs) / launchEveryMs));
  const last = Math.floor((lastMs - firstLaunchMs) / launchEveryMs);
  const found: Mission[] = [];
  for (let index = first; index <= last; index++) {
    const mission = missionAt(index);
    if (mission.launchMs <= lastMs && mission.endMs > firstMs) found.push(mission);
  }
  return found;
}

export const missionRow = ({ id, number, name, launchMs }: Mission): MissionRow => ({
  id,
  number,
  name,
  launch_time: isoSeconds(launchMs),
});

export function listFlyingMissions(nowMs: number): Mission[] {
  return listMissionsBetween(nowMs, nowMs);
}

export function isFlying(mission: Mission, nowMs: number): boolean {
  return mission.launchMs <= nowMs && nowMs < mission.endMs;
}

const idForm = /^([0-9a-f]{8})-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/;
const nameForm = /^W-(\d{1,8})$/;

/** Only missions that have been launched are found. */
export function findMission(idOrName: string, nowMs: number): Mission | undefined {
  const [, hex] = idForm.exec(idOrName) ?? [];
  const [, digits] = nameForm.exec(idOrName) ?? [];
  const number = hex !== undefined ? Number.parseInt(hex, 16) : Number(digits ?? Number.NaN);
  const index = number - firstNumber;
  if (!(index >= 0 && index <= (nowMs - firstLaunchMs) / launchEveryMs)) return undefined;
  const mission = missionAt(index);
  if (mission.launchMs > nowMs || (hex !== undefined && mission.id !== idOrName)) return undefined;
  return mission;
}

/** A balloon turns when it comes this near to the ground, except when it rises from it and when it lands. */
const clearanceMetres = 150;
const clearanceMetresPerSecond = 0.5;

/** The altitude where the ground has this height. The plan ends at the ground, whatever its height is there. */
export function altitudeMetres(
  { launchMs, endMs, plan }: Mission,
  timeMs: number,
  groundMetres: number,
): number {
  const seconds = (timeMs - launchMs) / 1000;
  const next = plan.findIndex((each) => each.seconds > seconds);
  if (next < 1) return groundMetres;
  const [from, to] = [plan[next - 1]!, plan[next]!];
  const part = (seconds - from.seconds) / (to.seconds - from.seconds);
  const planned = from.metres + (to.metres - from.metres) * part;
  const landing = next === plan.length - 1 ? groundMetres * part : 0;
  const secondsAloft = Math.min(seconds, (endMs - timeMs) / 1000);
  const clearance = Math.min(clearanceMetres, clearanceMetresPerSecond * secondsAloft);
  return Math.max(planned + landing, groundMetres + clearance);
}

function missionAt(index: number): Mission {
  return missions.getOrCreate(index, () => {
    const number = firstNumber + index;
    // Launches are on whole hours, like the hours of a forecast, so that all balloons share the same snapshots.
    const delayMs = Math.floor((chance(chanceUses.launch, index) * launchEveryMs) / hourMs) * hourMs;
    const launchMs = firstLaunchMs + index * launchEveryMs + delayMs;
    const site = launchSites[Math.floor(chance(chanceUses.launch, index, 1) * launchSites.length)]!;
    const { plan, landingSeconds } = planFlight(index, elevationMetres(site.latitude, site.longitude));
    return {
      id: missionId(number),
      number,
      name: `W-${number}`,
      launchMs,
      endMs: launchMs + landingSeconds * 1000,
      site,
      plan,
    };
  });
}

/** A balloon climbs and descends at 1 to 3 m/s for about a week, then lands. */
function planFlight(
  index: number,
  launchMetres: number,
): { plan: PlannedAltitude[]; landingSeconds: number } {
  const flightSeconds = chanceBetween(6, 10.5, chanceUses.altitude, index) * 86_400;
  const plan: PlannedAltitude[] = [{ seconds: 0, metres: launchMetres }];
  let seconds = 0;
  let metres = launchMetres;
  for (let leg = 1; seconds < flightSeconds; leg++) {
    const isUp = leg % 2 === 1;
    const [least, most] = isUp ? [11_000, 19_000] : [2_500, 7_000];
    const next = chanceBetween(least, most, chanceUses.altitude, index, leg, 1);
    seconds += Math.round(Math.abs(next - metres) / chanceBetween(1, 3, chanceUses.altitude, index, leg, 2));
    metres = next;
    plan.push({ seconds, metres });
  }
  const landingSeconds = seconds + Math.ceil(metres / 2 / 10) * 10;
  plan.push({ seconds: landingSeconds, metres: 0 });
  return { plan, landingSeconds };
}

/** The id looks like a random UUID. It begins with the number, so that the mission can be found by its id. */
function missionId(number: number): string {
  const hex = (use: number) =>
    Math.floor(chance(chanceUses.missionId, number, use) * 0x1_0000_0000)
      .toString(16)
      .padStart(8, '0');
  const tail = hex(1) + hex(2) + hex(3);
  const head = number.toString(16).padStart(8, '0');
  return `${head}-${tail.slice(0, 4)}-4${tail.slice(4, 7)}-8${tail.slice(7, 10)}-${tail.slice(10, 22)}`;
}

export function requireMission(idOrName: string, nowMs: number): Mission {
  const mission = findMission(idOrName, nowMs);
  if (mission) return mission;
  throw notFound('Unknown mission. Use an id from missions.json or a name like W-1234.');
}

export function requireFlyingMission(idOrName: string, nowMs: number): Mission {
  const mission = requireMission(idOrName, nowMs);
  if (isFlying(mission, nowMs)) return mission;
  throw notFound('This mission has landed. missions.json lists the flying ones.');
}
