interface Coordinates {
  latitude: number;
  longitude: number;
}

interface Place {
  x: number;
  y: number;
}

const PIXELS_PER_DEGREE = 4;
const NORTH = 78;
const SOUTH = -57;

/** The earth without its poles as a rectangle, for a picture as wide as a page: all degrees are alike. */
export const wideMap = {
  width: 360 * PIXELS_PER_DEGREE,
  height: (NORTH - SOUTH) * PIXELS_PER_DEGREE,
};

export function placeOnWideMap({ latitude, longitude }: Coordinates): Place {
  const east = (((longitude + 180) % 360) + 360) % 360;
  return { x: east * PIXELS_PER_DEGREE, y: (NORTH - latitude) * PIXELS_PER_DEGREE };
}

export function coordinatesOnWideMap({ x, y }: Place): Coordinates {
  return { latitude: NORTH - y / PIXELS_PER_DEGREE, longitude: x / PIXELS_PER_DEGREE - 180 };
}
