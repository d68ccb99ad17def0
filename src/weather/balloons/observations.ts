import { chance, chanceUses } from '../atmosphere/chance.ts';
import { decimal } from '../atmosphere/decimal.ts';
import { isoMicroseconds, isoSeconds, secondMs } from '../atmosphere/time.ts';
import { type Measurement, measure, measureMean } from './measurements.ts';
import type { Mission } from './missions.ts';

/** Observations come down in packets, which arrive minutes later and not in order. */
export interface ObservationKind {
  path: string;
  idPrefix: string;
  everyMs: number;
  packetMs: number;
  measure(mission: Mission, timeMs: number): Measurement;
}

export const plainObservations: ObservationKind = {
  path: 'observations.json',
  idPrefix: '',
  everyMs: 10 * secondMs,
  packetMs: 60 * secondMs,
  measure,
};

export const superObservations: ObservationKind = {
  path: 'super_observations.json',
  idPrefix: 's',
  everyMs: 300 * secondMs,
  packetMs: 300 * secondMs,
  measure: (mission, timeMs) => measureMean(mission, timeMs, [-120_000, -60_000, 0, 60_000, 120_000]),
};

export interface Packet {
  mission: Mission;
  index: number;
  /** Whole seconds. */
  arrivalSeconds: number;
}

export interface RowOptions {
  hasIds: boolean;
  hasMissionNames: boolean;
  hasUpdateTimes: boolean;
}

export const arrivalDelayMaxMs = 1500 * secondMs;

export function packetAt(kind: ObservationKind, mission: Mission, index: number): Packet {
  const draw = (use: number) => chance(chanceUses.downlink, mission.number, index, kind.packetMs, use);
  const downlinkSeconds = 60 + 360 * draw(0);
  const qualityControlSeconds = 120 + 780 * draw(1) ** 2;
  const sentMs = mission.launchMs + (index + 1) * kind.packetMs;
  const arrivalSeconds = Math.floor(sentMs / secondMs + downlinkSeconds + qualityControlSeconds);
  return { mission, index, arrivalSeconds };
}

export function packetTimesMs(kind: ObservationKind, { mission, index }: Packet): number[] {
  const rows = kind.packetMs / kind.everyMs;
  const firstMs = mission.launchMs + index * kind.packetMs + (rows === 1 ? kind.packetMs / 2 : 0);
  return Array.from({ length: rows }, (_, row) => firstMs + row * kind.everyMs);
}

/**
 * When a row changed, in nanoseconds and unlike that of any other row, so that a page can go on exactly behind
 * another: mission, packet and row stand in the digits below the second.
 */
export function updatedNanoseconds({ mission, index, arrivalSeconds }: Packet, row: number): bigint {
  const belowSecond = (mission.number % 1000) * 1_000_000 + (index % 1000) * 1000 + row;
  return BigInt(arrivalSeconds) * 1_000_000_000n + BigInt(belowSecond);
}

/** Exactly the documented keys, in their order: readers write them as columns and stop at any other. */
export function rowJson(
  kind: ObservationKind,
  packet: Packet,
  row: number,
  timeMs: number,
  options: RowOptions,
): string {
  const { mission } = packet;
  const measured = kind.measure(mission, timeMs);
  const number = packet.index * (kind.packetMs / kind.everyMs) + row;
  return (
    `{"timestamp":${timeMs / secondMs}` +
    (options.hasIds ? `,"id":"${kind.idPrefix}${mission.number}-${number}"` : '') +
    `,"time":"${isoSeconds(timeMs)}"` +
    `,"latitude":${decimal(measured.latitude, 5)}` +
    `,"longitude":${decimal(measured.longitude, 5)}` +
    `,"altitude":${decimal(measured.altitude, 1)}` +
    `,"humidity":${decimal(measured.humidity, 2)}` +
    `,"pressure":${decimal(measured.pressure, 2)}` +
    `,"specific_humidity":${decimal(measured.specificHumidity, 2)}` +
    `,"speed_u":${decimal(measured.speedU, 2)}` +
    `,"speed_v":${decimal(measured.speedV, 2)}` +
    `,"temperature":${decimal(measured.temperature, 2)}` +
    (options.hasMissionNames ? `,"mission_name":"${mission.name}"` : '') +
    `,"mission_id":"${mission.id}"` +
    (options.hasUpdateTimes ? `,"updated_at":"${updatedText(packet, row)}"` : '') +
    '}'
  );
}

function updatedText(packet: Packet, row: number): string {
  const microseconds = Number((updatedNanoseconds(packet, row) / 1000n) % 1_000_000n);
  const ms = Math.floor(microseconds / 1000);
  return isoMicroseconds(packet.arrivalSeconds * secondMs + ms, microseconds % 1000);
}
