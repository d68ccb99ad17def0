import { distanceMetres } from '../../pictures/sounding/legs.ts';
import type { Coordinates } from '../../weather/sandbox/forecasts/points.ts';

/** Over the ground, to a tenth. */
export const kilometresBetween = (one: Coordinates, other: Coordinates) =>
  Math.round(distanceMetres(one, other) / 100) / 10;
