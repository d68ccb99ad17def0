import { valueAt } from './atmosphere.ts';
import type { Place } from './geometry.ts';
import { type Level, levelAtX } from './levels.ts';
import { dryAir, gravity } from './planet.ts';
import type { Snapshot } from './snapshot.ts';

/** The level at a height: Newton's steps on the geopotential, whose slope is the temperature. */
export function levelAtAltitude(snapshot: Snapshot, place: Place, metres: number, steps = 3): Level {
  let level = levelAtX(metres / 7600);
  for (let step = 0; step < steps; step++) {
    const geopotential = valueAt('geopotential', snapshot, level, place);
    const slope = dryAir * valueAt('temperature', snapshot, level, place);
    level = levelAtX(level.x - (geopotential - gravity * metres) / slope);
  }
  return level;
}
