import type { ObservationRow } from '../../../api/data-api.ts';
import { notFound } from '../../../platform/errors.ts';
import type { LongWork } from '../../../platform/long-work.ts';
import { hourMs, secondMs } from '../../../time.ts';
import type { ObservationPage, ObservationQuery } from '../../source.ts';
import { archiveStartMs, isLongitudeBetween } from '../atmosphere/planet.ts';
import { followTrack, positionAt } from './flight-path.ts';
import { findMission, listMissionsBetween, type Mission } from './missions.ts';
import {
  maxArrivalDelayMs,
  observationRow,
  type Packet,
  packetAt,
  packetTimesMs,
  type Sampling,
  samplings,
  updatedNanoseconds,
} from './observations.ts';

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
        const updated = updatedNanoseconds(packet, row);
        if (updated < filter.sinceNanoseconds || !passes(filter, packet.mission, timeMs)) continue;
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
  return packets.sort((a, b) => (updatedNanoseconds(a, 0) < updatedNanoseconds(b, 0) ? -1 : 1));
}

function passes(filter: Filter, mission: Mission, timeMs: number): boolean {
  if (timeMs < filter.minTimeMs || timeMs > filter.maxTimeMs) return false;
  const { minLatitude, maxLatitude, minLongitude, maxLongitude } = filter;
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
