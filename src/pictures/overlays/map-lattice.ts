import type { Place } from '../frame.ts';
import type { EarthMap } from '../projection.ts';
import type { Coordinates } from '../sphere.ts';

/** Points of a picture, evenly apart and row by row, and what of the earth is there. */
export interface MapLattice {
  step: number;
  columns: number;
  rows: number;
  /** Of the first point. */
  origin: Place;
  coordinates: Coordinates[];
}

/** A field drawn point by point in the picture has no seams, whatever the projection cuts. */
const STEP = 4;

/** From a step beyond each edge of the picture: what lies outside of the earth is cut off when it is drawn. */
export function layLattice(earth: EarthMap, step = STEP): MapLattice {
  const columns = Math.ceil(earth.width / step) + 3;
  const rows = Math.ceil(earth.height / step) + 3;
  const origin = { x: -step, y: -step };
  const coordinates = Array.from({ length: columns * rows }, (_, index) =>
    nearestOnEarth(earth, {
      x: origin.x + (index % columns) * step,
      y: origin.y + Math.floor(index / columns) * step,
    }),
  );
  return { step, columns, rows, origin, coordinates };
}

const TRIES = 40;

/** Off the rim of a globe there is nothing: the rim's own values go on there, so that no line runs along it. */
function nearestOnEarth(earth: EarthMap, place: Place): Coordinates {
  const centre = { x: earth.width / 2, y: earth.height / 2 };
  for (let tried = 0; tried < TRIES; tried++) {
    const part = 1 - tried / TRIES;
    const found = earth.coordinates({
      x: centre.x + (place.x - centre.x) * part,
      y: centre.y + (place.y - centre.y) * part,
    });
    if (found) return found;
  }
  return { latitude: 0, longitude: 0 };
}
