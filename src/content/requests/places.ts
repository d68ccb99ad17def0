/** A few well-known places in all parts of the world. */
export interface NamedPlace {
  name: string;
  latitude: number;
  longitude: number;
}

const place = (name: string, latitude: number, longitude: number): NamedPlace => ({
  name,
  latitude,
  longitude,
});

/** The place of the first call, on the landing page, in the guides and with a new key. */
export const defaultPlace = place('Boston', 42.36, -71.06);

export const namedPlaces: NamedPlace[] = [
  place('Anchorage', 61.22, -149.9),
  place('Berlin', 52.52, 13.41),
  defaultPlace,
  place('Buenos Aires', -34.6, -58.38),
  place('Cairo', 30.04, 31.24),
  place('Cape Town', -33.92, 18.42),
  place('Chicago', 41.88, -87.63),
  place('Denver', 39.74, -104.99),
  place('Honolulu', 21.31, -157.86),
  place('London', 51.51, -0.13),
  place('Mexico City', 19.43, -99.13),
  place('Miami', 25.76, -80.19),
  place('Mumbai', 19.08, 72.88),
  place('Nairobi', -1.29, 36.82),
  place('New York', 40.71, -74.01),
  place('Palo Alto', 37.44, -122.14),
  place('Reykjavík', 64.15, -21.94),
  place('San Francisco', 37.77, -122.42),
  place('São Paulo', -23.55, -46.63),
  place('Singapore', 1.35, 103.82),
  place('Sydney', -33.87, 151.21),
  place('Tokyo', 35.68, 139.69),
  place('Zürich', 47.38, 8.54),
];

export const pairOf = ({ latitude, longitude }: { latitude: number; longitude: number }) =>
  `${rounded(latitude)},${rounded(longitude)}`;

const rounded = (degrees: number) => Math.round(degrees * 100) / 100;

/** The name of each place in a list of coordinates, for captions. */
export function placeNames(coordinates: string): string[] {
  return coordinates.split(';').map((pair) => {
    const known = namedPlaces.find((each) => pairOf(each) === pair.trim());
    return known?.name ?? pair.trim().replace(',', ', ');
  });
}

/** Malformed pairs are left out, because a map cannot show them. */
export function readPlaces(coordinates: string): { latitude: number; longitude: number }[] {
  return coordinates.split(';').flatMap((pair) => {
    const [latitude = Number.NaN, longitude = Number.NaN, ...more] = pair
      .split(',')
      .map((text) => (text.trim() === '' ? Number.NaN : Number(text)));
    return Number.isNaN(latitude + longitude) || more.length > 0 ? [] : [{ latitude, longitude }];
  });
}
