import { setImmediate as otherRequests } from 'node:timers/promises';
import { isBetween } from '../atmosphere/planet.ts';
import { archiveStartMs, secondMs } from '../atmosphere/time.ts';
import { isTracked, positionAt } from './drift.ts';
import { listMissionsBetween, type Mission } from './missions.ts';
import {
  arrivalDelayMaxMs,
  type ObservationKind,
  type Packet,
  packetAt,
  packetTimesMs,
  type RowOptions,
  rowJson,
  updatedNanoseconds,
} from './observations.ts';

export interface ObservationFilter extends RowOptions {
  sinceNanoseconds: bigint;
  minTimeMs: number;
  maxTimeMs: number;
  mission?: Mission;
  minLatitude: number;
  maxLatitude: number;
  minLongitude?: number;
  maxLongitude?: number;
}

export interface ObservationPage {
  rows: string[];
  hasNextPage: boolean;
  nextSince: bigint;
}

const pageRows = 1000;
/** A narrow filter may match nothing for years: after this many packets looked at, a page ends early and goes on. */
const lookedAtMax = 15_000;
const nanosecondsPerSecond = 1_000_000_000n;

/** Rows in the order of their arrival, from `since` on. Hands the thread back between two windows of time. */
export async function readObservationPage(
  kind: ObservationKind,
  filter: ObservationFilter,
  nowMs: number,
): Promise<ObservationPage> {
  const windowMs = (filter.mission ? 72 : 6) * kind.packetMs;
  // A second is shown when it is over: no row of it can follow.
  const endMs = wholeSecondMs(Math.min(nowMs, filter.maxTimeMs + kind.packetMs + arrivalDelayMaxMs));
  const lastMs = Math.min(endMs, lastArrivalMs(kind, filter));
  const rows: string[] = [];
  let nextSince = filter.sinceNanoseconds;
  let lookedAt = 0;
  for (let fromMs = firstWindowMs(filter); fromMs < lastMs; fromMs += windowMs) {
    const untilMs = Math.min(fromMs + windowMs, lastMs);
    for (const packet of packetsArriving(kind, filter, fromMs, untilMs)) {
      const timesMs = packetTimesMs(kind, packet);
      lookedAt++;
      if (!isTracked(packet.mission, timesMs[0]!)) await otherRequests();
      for (let row = 0; row < timesMs.length; row++) {
        const updated = updatedNanoseconds(packet, row);
        if (updated < filter.sinceNanoseconds || !passes(filter, packet.mission, timesMs[row]!)) continue;
        if (rows.length === pageRows) return { rows, hasNextPage: true, nextSince };
        rows.push(rowJson(kind, packet, row, timesMs[row]!, filter));
        nextSince = updated + 1n;
      }
    }
    if (lookedAt > lookedAtMax && untilMs < lastMs) {
      return { rows, hasNextPage: true, nextSince: nanoseconds(untilMs) };
    }
    await otherRequests();
  }
  return { rows, hasNextPage: false, nextSince: nanoseconds(endMs) };
}

/** A mission's rows lie in its few days: the years before and after need not be looked through. */
function firstWindowMs({ sinceNanoseconds, minTimeMs, mission }: ObservationFilter): number {
  const sinceMs = Number(sinceNanoseconds / nanosecondsPerSecond) * secondMs;
  return wholeSecondMs(Math.max(sinceMs, minTimeMs, archiveStartMs, mission?.launchMs ?? 0));
}

function lastArrivalMs(kind: ObservationKind, { mission }: ObservationFilter): number {
  if (!mission) return Number.POSITIVE_INFINITY;
  return wholeSecondMs(mission.endMs + kind.packetMs + arrivalDelayMaxMs) + secondMs;
}

function wholeSecondMs(timeMs: number): number {
  return Math.floor(timeMs / secondMs) * secondMs;
}

function nanoseconds(timeMs: number): bigint {
  return BigInt(timeMs / secondMs) * nanosecondsPerSecond;
}

/** Packets that arrive from one time up to, but not at, another; in the order in which their rows are listed. */
function packetsArriving(
  kind: ObservationKind,
  filter: ObservationFilter,
  fromMs: number,
  untilMs: number,
): Packet[] {
  const firstMs = Math.max(fromMs - arrivalDelayMaxMs - kind.packetMs, filter.minTimeMs - kind.packetMs);
  const lastMs = Math.min(untilMs, filter.maxTimeMs);
  const missions = listMissionsBetween(firstMs, lastMs).filter(
    (mission) => !filter.mission || mission.number === filter.mission.number,
  );
  const packets: Packet[] = [];
  for (const mission of missions) {
    const last = Math.floor(
      (Math.min(lastMs, mission.endMs - kind.packetMs) - mission.launchMs) / kind.packetMs,
    );
    for (
      let index = Math.max(0, Math.floor((firstMs - mission.launchMs) / kind.packetMs));
      index <= last;
      index++
    ) {
      const packet = packetAt(kind, mission, index);
      const arrivalMs = packet.arrivalSeconds * secondMs;
      if (arrivalMs >= fromMs && arrivalMs < untilMs) packets.push(packet);
    }
  }
  return packets.sort((a, b) => (updatedNanoseconds(a, 0) < updatedNanoseconds(b, 0) ? -1 : 1));
}

function passes(filter: ObservationFilter, mission: Mission, timeMs: number): boolean {
  if (timeMs < filter.minTimeMs || timeMs > filter.maxTimeMs) return false;
  const { minLatitude, maxLatitude, minLongitude, maxLongitude } = filter;
  const isEverywhere =
    minLatitude === -90 && maxLatitude === 90 && minLongitude === undefined && maxLongitude === undefined;
  if (isEverywhere) return true;
  const { latitude, longitude } = positionAt(mission, timeMs);
  return (
    latitude >= minLatitude && latitude <= maxLatitude && isBetween(longitude, minLongitude, maxLongitude)
  );
}
