import type { FlightPoint } from '../../../api/data-api.ts';
import type { LongWork } from '../../../platform/long-work.ts';
import { isoSeconds } from '../../api-time.ts';
import { followTrack, positionAt, roundPosition, stepMs } from './drift.ts';
import type { Mission } from './missions.ts';

/** Where a balloon has been, from its launch until now or until it landed. */
export function* flightData(mission: Mission, nowMs: number): LongWork<FlightPoint[]> {
  const lastMs = Math.min(nowMs, mission.endMs);
  yield* followTrack(mission, lastMs);
  const flight: FlightPoint[] = [];
  for (let timeMs = mission.launchMs; timeMs <= lastMs; timeMs += stepMs) {
    const time = isoSeconds(timeMs);
    flight.push({ transmit_time: time, time, ...roundPosition(positionAt(mission, timeMs)) });
  }
  return flight;
}
