interface Region {
  name: string;
  west: number;
  east: number;
  south: number;
  north: number;
}

const region = (name: string, west: number, east: number, south: number, north: number): Region => ({
  name,
  west,
  east,
  south,
  north,
});

/**
 * Rough boxes as west, east, south and north in degrees. The first box that fits counts, and the last ones leave no
 * gap.
 */
const regions: Region[] = [
  region('Arctic Ocean', -180, 180, 76, 90),
  region('Antarctica', -180, 180, -90, -66),
  region('Greenland', -56, -22, 60, 76),
  region('Iceland', -25, -13, 63, 67),
  region('Alaska', -168, -141, 55, 72),
  region('Canada', -141, -60, 49, 76),
  region('eastern Canada', -80, -53, 44, 49),
  region('United States', -124, -75, 30, 49),
  region('Gulf of Mexico', -98, -82, 18, 30),
  region('Mexico', -116, -98, 15, 30),
  region('Caribbean', -88, -60, 9, 22),
  region('Brazil', -60, -36, -30, 3),
  region('South America', -80, -60, -20, 12),
  region('Chile and Argentina', -74, -56, -55, -20),
  region('British Isles', -11, 2, 50, 59),
  region('Scandinavia', 5, 31, 56, 71),
  region('Mediterranean', -5, 36, 31, 41),
  region('Europe', -10, 40, 37, 56),
  region('North Africa', -16, 34, 15, 31),
  region('West Africa', -16, 10, 4, 15),
  region('East Africa', 30, 50, -12, 15),
  region('central Africa', 10, 30, -12, 15),
  region('southern Africa', 12, 34, -35, -12),
  region('Madagascar', 43, 51, -26, -12),
  region('Middle East', 34, 60, 13, 41),
  region('western Russia', 31, 60, 50, 76),
  region('Siberia', 60, 180, 52, 76),
  region('central Asia', 46, 80, 37, 52),
  region('Mongolia', 80, 120, 43, 52),
  region('Tibet', 78, 100, 28, 43),
  region('India', 68, 90, 8, 28),
  region('Pakistan', 60, 78, 24, 37),
  region('China', 100, 122, 22, 43),
  region('Korea', 124, 130, 34, 43),
  region('Japan', 130, 146, 31, 46),
  region('Southeast Asia', 92, 130, -10, 22),
  region('New Guinea', 130, 152, -11, 0),
  region('Australia', 113, 154, -39, -11),
  region('New Zealand', 166, 179, -48, -34),
  region('Hawaii', -161, -154, 18, 23),
  region('Southern Ocean', -180, 180, -66, -50),
  region('North Atlantic', -82, 20, 0, 76),
  region('South Atlantic', -68, 20, -50, 0),
  region('Indian Ocean', 20, 105, -50, 30),
  region('Indian Ocean', 105, 130, -50, -10),
  region('North Pacific', -180, 180, 0, 76),
  region('South Pacific', -180, 180, -50, 0),
];

/** "North Atlantic" */
export function regionName({ latitude, longitude }: { latitude: number; longitude: number }): string {
  const east = ((((longitude + 180) % 360) + 360) % 360) - 180;
  const found = regions.find(
    (box) => east >= box.west && east <= box.east && latitude >= box.south && latitude <= box.north,
  );
  return found?.name ?? 'somewhere';
}
