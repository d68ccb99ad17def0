import { dayMs } from '../../../time.ts';
import { isoSeconds } from '../../api-time.ts';
import { seasonAngle } from './time.ts';
import type { Vortex } from './vortex.ts';
import { type Phasors, showerPhasors, wavePhasors } from './waves.ts';
import { type Jets, jetsAt } from './zonal.ts';

/** The whole atmosphere at one moment, as a few dozen numbers: fields are read from it at any place and height. */
export interface Snapshot {
  timeMs: number;
  timeText: string;
  /** 0 in the middle of January. */
  season: number;
  /** Fraction of the day gone at Greenwich. */
  dayFraction: number;
  jets: Jets;
  north: Phasors;
  south: Phasors;
  showers: Phasors;
  vortices: Vortex[];
}

/** The truth without cyclones, in whose wind they move. */
export function calmTruthAt(timeMs: number): Snapshot {
  return {
    timeMs,
    timeText: isoSeconds(timeMs),
    season: seasonAngle(timeMs),
    dayFraction: (timeMs % dayMs) / dayMs,
    jets: jetsAt(timeMs),
    north: wavePhasors('north', timeMs),
    south: wavePhasors('south', timeMs),
    showers: showerPhasors(timeMs),
    vortices: [],
  };
}
