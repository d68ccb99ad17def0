import type { ObservationRow } from '../../../api/data-api.ts';
import type { ObservationKind } from '../../../api/parameters.ts';
import { clamp, isLongitudeBetween } from '../../../pictures/sounding/math.ts';
import { zeroCelsiusKelvin } from '../../../pictures/sounding/thermodynamics.ts';
import { notFound } from '../../../platform/errors.ts';
import type { LongWork } from '../../../platform/long-work.ts';
import { hourMs, secondMs } from '../../../time.ts';
import { isoMicroseconds, isoSeconds } from '../../api-time.ts';
import { observationDigits, rounded } from '../../row-text.ts';
import type { ObservationPage, ObservationQuery } from '../../source.ts';
import { fillHumidityRow, levelAtAltitude, valueAt } from '../atmosphere/atmosphere.ts';
import { bellChance, chance, chanceUses } from '../atmosphere/chance.ts';
import { createMovingPlace } from '../atmosphere/geometry.ts';
import { specificHumidity } from '../atmosphere/humidity.ts';
import { archiveStartMs } from '../atmosphere/planet.ts';
import { truthAt } from '../forecasts/forecast-snapshots.ts';
import { followTrack, positionAt } from './flight-path.ts';
import { findMission, listMissionsBetween, type Mission } from './missions.ts';

/** The query with its defaults filled in. */
interface Filter extends ObservationQuery {
  sinceNanoseconds: bigint;
  minTimeMs: number;
  maxTimeMs: number;
  mission: Mission | undefined;
}

const pageRows = 1000;
/** A narrow filter may match nothing for years, so a page ends early after this many packets. */
const maxPackets = 15_000;
const nanosecondsPerSecond = 1_000_000_000n;

/** Rows are in the order of their arrival, from `since` on. */
export function* readObservationPage(query: ObservationQuery, nowMs: number): LongWork<ObservationPage> {
  const filter = filterOf(query, nowMs);
  const sampling = samplings[query.kind];
  const windowMs = (filter.mission ? 72 : 6) * sampling.packetMs;
  // The current second is left out, because more of its rows may follow.
  const endMs = wholeSecondMs(Math.min(nowMs, filter.maxTimeMs + sampling.packetMs + maxArrivalDelayMs));
  const lastMs = Math.min(endMs, lastArrivalMs(sampling, filter));
  const rows: ObservationRow[] = [];
  let nextSince = filter.sinceNanoseconds;
  let lookedAt = 0;
  for (let fromMs = firstWindowMs(filter); fromMs < lastMs; fromMs += windowMs) {
    const untilMs = Math.min(fromMs + windowMs, lastMs);
    for (const packet of packetsArriving(sampling, filter, fromMs, untilMs)) {
      const timesMs = packetTimesMs(sampling, packet);
      lookedAt++;
      yield* followTrack(packet.mission, Math.max(...timesMs));
      for (const [row, timeMs] of timesMs.entries()) {
        const updated = packet.updated + BigInt(row);
        if (updated < filter.sinceNanoseconds || !matchesFilter(filter, packet.mission, timeMs)) continue;
        if (rows.length === pageRows) return { rows, hasNextPage: true, nextSince };
        rows.push(observationRow(sampling, packet, row, timeMs, filter));
        nextSince = updated + 1n;
      }
      yield;
    }
    if (lookedAt > maxPackets && untilMs < lastMs) {
      return { rows, hasNextPage: true, nextSince: nanoseconds(untilMs) };
    }
    yield;
  }
  return { rows, hasNextPage: false, nextSince: nanoseconds(endMs) };
}

function filterOf(query: ObservationQuery, nowMs: number): Filter {
  const { missionId, minTimeMs, maxTimeMs } = query;
  const mission = missionId === undefined ? undefined : findMission(missionId, nowMs);
  if (missionId !== undefined && !mission) throw notFound('No mission has this mission_id.');
  const hasStart = minTimeMs !== undefined || maxTimeMs !== undefined || mission !== undefined;
  return {
    ...query,
    mission,
    minTimeMs: minTimeMs ?? Number.NEGATIVE_INFINITY,
    maxTimeMs: maxTimeMs ?? Number.POSITIVE_INFINITY,
    sinceNanoseconds: query.sinceNanoseconds ?? (hasStart ? 0n : nanoseconds(wholeSecondMs(nowMs - hourMs))),
  };
}

/** A mission's rows lie in its few days, so the years before and after are skipped. */
function firstWindowMs({ sinceNanoseconds, minTimeMs, mission }: Filter): number {
  const sinceMs = Number(sinceNanoseconds / nanosecondsPerSecond) * secondMs;
  return wholeSecondMs(Math.max(sinceMs, minTimeMs, archiveStartMs, mission?.launchMs ?? 0));
}

function lastArrivalMs(sampling: Sampling, { mission }: Filter): number {
  if (!mission) return Number.POSITIVE_INFINITY;
  return wholeSecondMs(mission.endMs + sampling.packetMs + maxArrivalDelayMs) + secondMs;
}

function wholeSecondMs(timeMs: number): number {
  return Math.floor(timeMs / secondMs) * secondMs;
}

function nanoseconds(timeMs: number): bigint {
  return BigInt(timeMs / secondMs) * nanosecondsPerSecond;
}

/** Packets that arrive from one time up to, but not at, another, in the order of their rows. */
function packetsArriving(sampling: Sampling, filter: Filter, fromMs: number, untilMs: number): Packet[] {
  const firstMs = Math.max(
    fromMs - maxArrivalDelayMs - sampling.packetMs,
    filter.minTimeMs - sampling.packetMs,
  );
  const lastMs = Math.min(untilMs, filter.maxTimeMs);
  const missions = listMissionsBetween(firstMs, lastMs).filter(
    (mission) => !filter.mission || mission.number === filter.mission.number,
  );
  const packets: Packet[] = [];
  for (const mission of missions) {
    const last = Math.floor(
      (Math.min(lastMs, mission.endMs - sampling.packetMs) - mission.launchMs) / sampling.packetMs,
    );
    for (
      let index = Math.max(0, Math.floor((firstMs - mission.launchMs) / sampling.packetMs));
      index <= last;
      index++
    ) {
      const packet = packetAt(sampling, mission, index);
      const arrivalMs = packet.arrivalSeconds * secondMs;
      if (arrivalMs >= fromMs && arrivalMs < untilMs) packets.push(packet);
    }
  }
  return packets.sort((a, b) => (a.updated < b.updated ? -1 : 1));
}

function matchesFilter(filter: Filter, mission: Mission, timeMs: number): boolean {
  if (timeMs < filter.minTimeMs || timeMs > filter.maxTimeMs) return false;
  const { minLatitude = -90, maxLatitude = 90, minLongitude, maxLongitude } = filter;
  const isEverywhere =
    minLatitude === -90 && maxLatitude === 90 && minLongitude === undefined && maxLongitude === undefined;
  if (isEverywhere) return true;
  const { latitude, longitude } = positionAt(mission, timeMs);
  return (
    latitude >= minLatitude &&
    latitude <= maxLatitude &&
    isLongitudeBetween(longitude, minLongitude, maxLongitude)
  );
}

/** Observations are sent in packets, which arrive minutes later and out of order. */
interface Sampling {
  idPrefix: string;
  everyMs: number;
  packetMs: number;
  measure(mission: Mission, timeMs: number): Measurement;
}

const samplings: Record<ObservationKind, Sampling> = {
  observations: { idPrefix: '', everyMs: 10 * secondMs, packetMs: 60 * secondMs, measure },
  super_observations: {
    idPrefix: 's',
    everyMs: 300 * secondMs,
    packetMs: 300 * secondMs,
    measure: (mission, timeMs) => measureMean(mission, timeMs, [-120_000, -60_000, 0, 60_000, 120_000]),
  },
};

interface Packet {
  mission: Mission;
  index: number;
  /** Whole seconds. */
  arrivalSeconds: number;
  /**
   * When its first row changed, in nanoseconds; each further row adds one. Every row's time is unique, so that a page
   * can continue exactly after another: mission and packet are encoded in the digits below the second.
   */
  updated: bigint;
}

const maxArrivalDelayMs = 1500 * secondMs;

function packetAt(sampling: Sampling, mission: Mission, index: number): Packet {
  const draw = (use: number) => chance(chanceUses.downlink, mission.number, index, sampling.packetMs, use);
  const downlinkSeconds = 60 + 360 * draw(0);
  const qualityControlSeconds = 120 + 780 * draw(1) ** 2;
  const sentMs = mission.launchMs + (index + 1) * sampling.packetMs;
  const arrivalSeconds = Math.floor(sentMs / secondMs + downlinkSeconds + qualityControlSeconds);
  const belowSecond = (mission.number % 1000) * 1_000_000 + (index % 1000) * 1000;
  const updated = BigInt(arrivalSeconds) * nanosecondsPerSecond + BigInt(belowSecond);
  return { mission, index, arrivalSeconds, updated };
}

function packetTimesMs(sampling: Sampling, { mission, index }: Packet): number[] {
  const rows = sampling.packetMs / sampling.everyMs;
  const firstMs = mission.launchMs + index * sampling.packetMs + (rows === 1 ? sampling.packetMs / 2 : 0);
  return Array.from({ length: rows }, (_, row) => firstMs + row * sampling.everyMs);
}

function observationRow(
  sampling: Sampling,
  packet: Packet,
  row: number,
  timeMs: number,
  query: ObservationQuery,
): ObservationRow {
  const { mission } = packet;
  const measured = sampling.measure(mission, timeMs);
  const observation: ObservationRow = {
    timestamp: timeMs / secondMs,
    time: isoSeconds(timeMs),
    ...mapValues((name) => rounded(measured[name], observationDigits[name])),
    mission_id: mission.id,
  };
  if (query.hasIds) {
    const number = packet.index * (sampling.packetMs / sampling.everyMs) + row;
    observation.id = `${sampling.idPrefix}${mission.number}-${number}`;
  }
  if (query.hasMissionNames) observation.mission_name = mission.name;
  if (query.hasUpdateTimes) observation.updated_at = updatedText(packet, row);
  return observation;
}

function updatedText(packet: Packet, row: number): string {
  const microseconds = Number(((packet.updated + BigInt(row)) / 1000n) % 1_000_000n);
  const ms = Math.floor(microseconds / 1000);
  return isoMicroseconds(packet.arrivalSeconds * secondMs + ms, microseconds % 1000);
}

type Measurement = Record<keyof typeof observationDigits, number>;

const balloonPlace = createMovingPlace();
const humidity = new Float64Array(1);

/** The true atmosphere at the balloon, with the noise of the instruments. */
function measure(mission: Mission, timeMs: number): Measurement {
  const { latitude, longitude, altitude } = positionAt(mission, timeMs);
  const place = balloonPlace(latitude, longitude);
  const snapshot = truthAt(timeMs);
  const level = levelAtAltitude(snapshot, place, altitude);
  fillHumidityRow(snapshot, level, place, humidity);
  const noise = (use: number) => bellChance(chanceUses.noise, mission.number, timeMs / secondMs, use);
  const temperature = valueAt('temperature', snapshot, level, place) - zeroCelsiusKelvin + 0.1 * noise(0);
  // Sensors err less in dry air, where the same error would move the dew point by many degrees.
  const relative = clamp(humidity[0]! + (0.002 + 0.006 * humidity[0]!) * noise(1), 0.005, 1);
  return {
    latitude,
    longitude,
    altitude,
    humidity: 100 * relative,
    pressure: level.pressureHpa + 0.1 * noise(2),
    specific_humidity: 1e6 * specificHumidity(relative, temperature, level.pressureHpa),
    speed_u: valueAt('wind_u', snapshot, level, place) + 0.2 * noise(3),
    speed_v: valueAt('wind_v', snapshot, level, place) + 0.2 * noise(4),
    temperature,
  };
}

/** The mean of some measurements around a moment, at the position of that moment. */
function measureMean(mission: Mission, timeMs: number, offsetsMs: readonly number[]): Measurement {
  const near = offsetsMs.map((offsetMs) => measure(mission, timeMs + offsetMs));
  const mean = (name: keyof Measurement) => near.reduce((sum, each) => sum + each[name], 0) / near.length;
  return { ...mapValues(mean), ...positionAt(mission, timeMs) };
}

const mapValues = (value: (name: keyof Measurement) => number): Measurement => ({
  latitude: value('latitude'),
  longitude: value('longitude'),
  altitude: value('altitude'),
  humidity: value('humidity'),
  pressure: value('pressure'),
  specific_humidity: value('specific_humidity'),
  speed_u: value('speed_u'),
  speed_v: value('speed_v'),
  temperature: value('temperature'),
});
