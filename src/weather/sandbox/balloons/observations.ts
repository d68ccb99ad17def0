import type { ObservationRow } from '../../../api/data-api.ts';
import type { ObservationKind } from '../../../api/parameters.ts';
import { zeroCelsiusKelvin } from '../../../pictures/sounding/thermodynamics.ts';
import { secondMs } from '../../../time.ts';
import { isoMicroseconds, isoSeconds } from '../../api-time.ts';
import { observationDigits, rounded } from '../../row-text.ts';
import type { ObservationQuery } from '../../source.ts';
import { fillMoistureRow, levelAtAltitude, valueAt } from '../atmosphere/atmosphere.ts';
import { bellChance, chance, chanceUses } from '../atmosphere/chance.ts';
import { movingPlace } from '../atmosphere/geometry.ts';
import { clamp } from '../atmosphere/planet.ts';
import { relativeHumidity, specificHumidity } from '../atmosphere/surface.ts';
import { truthAt } from '../forecasts/forecast-snapshots.ts';
import { positionAt } from './flight-path.ts';
import type { Mission } from './missions.ts';

/** Observations are sent in packets, which arrive minutes later and out of order. */
export interface Sampling {
  idPrefix: string;
  everyMs: number;
  packetMs: number;
  measure(mission: Mission, timeMs: number): Measurement;
}

export const samplings: Record<ObservationKind, Sampling> = {
  observations: { idPrefix: '', everyMs: 10 * secondMs, packetMs: 60 * secondMs, measure },
  super_observations: {
    idPrefix: 's',
    everyMs: 300 * secondMs,
    packetMs: 300 * secondMs,
    measure: (mission, timeMs) => measureMean(mission, timeMs, [-120_000, -60_000, 0, 60_000, 120_000]),
  },
};

export interface Packet {
  mission: Mission;
  index: number;
  /** Whole seconds. */
  arrivalSeconds: number;
}

export const maxArrivalDelayMs = 1500 * secondMs;

export function packetAt(sampling: Sampling, mission: Mission, index: number): Packet {
  const draw = (use: number) => chance(chanceUses.downlink, mission.number, index, sampling.packetMs, use);
  const downlinkSeconds = 60 + 360 * draw(0);
  const qualityControlSeconds = 120 + 780 * draw(1) ** 2;
  const sentMs = mission.launchMs + (index + 1) * sampling.packetMs;
  const arrivalSeconds = Math.floor(sentMs / secondMs + downlinkSeconds + qualityControlSeconds);
  return { mission, index, arrivalSeconds };
}

export function packetTimesMs(sampling: Sampling, { mission, index }: Packet): number[] {
  const rows = sampling.packetMs / sampling.everyMs;
  const firstMs = mission.launchMs + index * sampling.packetMs + (rows === 1 ? sampling.packetMs / 2 : 0);
  return Array.from({ length: rows }, (_, row) => firstMs + row * sampling.everyMs);
}

/**
 * When a row changed, in nanoseconds. It is unique, so that a page can continue exactly after another: mission,
 * packet and row are encoded in the digits below the second.
 */
export function updatedNanoseconds({ mission, index, arrivalSeconds }: Packet, row: number): bigint {
  const belowSecond = (mission.number % 1000) * 1_000_000 + (index % 1000) * 1000 + row;
  return BigInt(arrivalSeconds) * 1_000_000_000n + BigInt(belowSecond);
}

export function observationRow(
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
  const microseconds = Number((updatedNanoseconds(packet, row) / 1000n) % 1_000_000n);
  const ms = Math.floor(microseconds / 1000);
  return isoMicroseconds(packet.arrivalSeconds * secondMs + ms, microseconds % 1000);
}

type Measurement = Record<keyof typeof observationDigits, number>;

const balloonPlace = movingPlace();
const moisture = new Float64Array(1);

/** The true atmosphere at the balloon, with the noise of the instruments. */
function measure(mission: Mission, timeMs: number): Measurement {
  const { latitude, longitude, altitude } = positionAt(mission, timeMs);
  const place = balloonPlace(latitude, longitude);
  const snapshot = truthAt(timeMs);
  const level = levelAtAltitude(snapshot, place, altitude);
  fillMoistureRow(snapshot, place, moisture);
  const noise = (use: number) => bellChance(chanceUses.noise, mission.number, timeMs / secondMs, use);
  const temperature = valueAt('temperature', snapshot, level, place) - zeroCelsiusKelvin + 0.15 * noise(0);
  const relative = clamp(relativeHumidity(moisture[0]!, level.pressureHpa) + 0.012 * noise(1), 0.005, 1);
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
