import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { drawCyclones } from './cyclone-tracks.ts';
import { coast } from './earth/coast.ts';
import { worldMap } from './earth-map.ts';
import { clipLine, isInside } from './geometry.ts';
import { drawGrid } from './grid-map.ts';
import { drawPath, drawTrack, toTrack } from './track-map.ts';
import { drawWinds } from './wind-map.ts';

const world = worldMap();
const timeAfter = (hours: number) =>
  new Date(Date.parse('2026-11-15T00:00:00Z') + hours * 3_600_000).toISOString();
const boxOf = (west: number, east: number, south: number, north: number) => ({ west, east, south, north });

describe('the coast', () => {
  test('consists of closed lines with valid coordinates', () => {
    const rings = coast;
    expect(rings.length).toBeGreaterThan(100);
    for (const ring of rings) {
      expect(ring.at(-1)).toEqual(ring[0]);
      for (const [longitude, latitude] of ring)
        expect(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90).toBe(true);
    }
  });

  test('is drawn inside the frame, and excludes the sea', () => {
    for (const mark of world.coast.flat()) expect(isInside(mark, world.frame)).toBe(true);
    const largest = Math.max(...world.coast.map(areaOf));
    expect(largest).toBeLessThan(0.4 * world.width * world.height);
  });
});

describe('the map of the world', () => {
  test('has a graticule of 30 degrees, inside its frame', () => {
    for (const mark of world.graticule.flat()) expect(isInside(mark, world.frame)).toBe(true);
    const isOnNet = (latitude: number, longitude: number) => {
      const { x, y } = world.project({ latitude, longitude })!;
      const near = 0.3;
      const around = { left: x - near, right: x + near, top: y - near, bottom: y + near };
      return world.graticule.some((line) => clipLine(line, around).length > 0);
    };
    for (const latitude of [-60, -30, 0, 30, 60]) expect(isOnNet(latitude, 40)).toBe(true);
    for (const longitude of [-150, -90, 30, 90, 150]) {
      expect(isOnNet(79, longitude)).toBe(true);
      expect(isOnNet(85, longitude)).toBe(longitude % 90 === 0);
    }
    expect(isOnNet(45, 40)).toBe(false);
  });

  test('converts points back to coordinates', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -85, max: 85, noNaN: true }),
        fc.double({ min: -179, max: 179, noNaN: true }),
        (latitude, longitude) => {
          const found = world.unproject(world.project({ latitude, longitude })!)!;
          expect(found.latitude).toBeCloseTo(latitude, 3);
          expect(found.longitude).toBeCloseTo(longitude, 3);
        },
      ),
    );
  });

  test('cuts a track at the date line instead of drawing it across the world', () => {
    const lines = world.projectLine([170, 175, -175, -170].map((longitude) => ({ latitude: 40, longitude })));
    expect(lines.length).toBe(2);
    for (const line of lines)
      for (let index = 1; index < line.length; index++)
        expect(Math.abs(line[index]!.x - line[index - 1]!.x)).toBeLessThan(40);
  });

  const cyclone = (latitude: number, longitude: number) =>
    Array.from({ length: 9 }, (_, index) => ({
      time: timeAfter(index * 3),
      latitude: latitude + index,
      longitude: longitude + 2 * index,
    }));
  const basinBoxes = { NA: boxOf(-100, 0, 0, 50), SP: boxOf(160, -120, -40, 0) };

  test('has cyclones with a dot every six hours, and the frame of their basin', () => {
    const map = drawCyclones({ SP012026: cyclone(15, 140) }, basinBoxes);
    expect(map.tracks[0]!.dots.map(({ isDay }) => isDay)).toEqual([true, false, false, false, true]);
    expect(map.tracks[0]!.dots[0]!.label).toBe('15 Nov');
    expect(map.basins.map(({ name }) => name)).toEqual(['SP']);
    const far = { NA: cyclone(20, -60), SP: cyclone(-20, 170) };
    expect(drawCyclones(far, basinBoxes).basins.every(({ lines }) => lines.length > 0)).toBe(true);
  });

  test.each([
    ['a single cyclone', { NA: cyclone(20, -60) }, 640],
    ['cyclones on both sides of an ocean', { NA: cyclone(20, -80), NI: cyclone(15, 10) }, 640],
    ['a cyclone that crosses the date line', { SP: cyclone(-15, 176) }, 400],
    ['no cyclone', {}, 640],
  ])('has %s inside of the picture', (_, tracks, width) => {
    const { earth, tracks: drawn } = drawCyclones(tracks, basinBoxes);
    expect(earth.width).toBe(width);
    const points = drawn.flatMap(({ lines }) => lines.flat());
    for (const point of [...points, ...earth.coast.flat()]) expect(isInside(point, earth.frame)).toBe(true);
    expect(earth.coast.length).toBeGreaterThan(0);
    const xs = points.map(({ x }) => x);
    if (points.length > 0) expect(Math.max(...xs) - Math.min(...xs)).toBeGreaterThan(0.15 * width);
  });

  test('has no barb for a reading without a position', () => {
    const reading = { mission: 'W-1', latitude: Number.NaN, longitude: 0, altitude: 0, temperature: 0 };
    expect(drawWinds([{ ...reading, speed_u: 1, speed_v: 1 }]).winds).toEqual([]);
  });
});

test('a globe is centred on what it shows, also across the date line', () => {
  const rows = [175, 179, -177].map((longitude, index) => ({ timeMs: index, latitude: -20, longitude }));
  const { earth } = drawPath({ name: 'path', rows });
  const middle = earth.project({ latitude: -20, longitude: 179 })!;
  expect(Math.hypot(middle.x - earth.width / 2, middle.y - earth.height / 2)).toBeLessThan(12);
  expect(earth.project({ latitude: 20, longitude: 0 })).toBeUndefined();
  for (const mark of earth.coast.flat()) expect(isInside(mark, earth.frame)).toBe(true);
  expect(drawPath({ name: 'path', rows: [] }).earth.coast.length).toBeGreaterThan(0);
});

test('the day of a track is on the left of its dot where the edge of the map would cut it', () => {
  const rows = [-170, -90, 0, 90, 170].map((longitude, day) => ({
    time: timeAfter(24 * day),
    latitude: 0,
    longitude,
  }));
  const { dots } = drawTrack(world, toTrack('x', rows));
  const labelled = dots.filter(({ label }) => label);
  expect(labelled.length).toBeGreaterThan(3);
  for (const { x, isLabelLeft } of labelled) expect(isLabelLeft).toBe(x > world.frame.right - 56);
  expect(labelled.some(({ isLabelLeft }) => isLabelLeft)).toBe(true);
});

test('a line to the antipode has only finite points', () => {
  const rows = [
    { time: timeAfter(0), latitude: 0, longitude: 0 },
    { time: timeAfter(1), latitude: 0, longitude: 180 },
    { time: timeAfter(2), latitude: 90, longitude: 0 },
    { time: timeAfter(3), latitude: -90, longitude: 0 },
  ];
  const cyclones = drawCyclones({ SP: rows }, {});
  const path = drawPath(toTrack('x', rows));
  for (const { earth, track } of [path, { earth: cyclones.earth, track: cyclones.tracks[0]! }])
    for (const mark of track.lines.flat()) expect(isInside(mark, earth.frame)).toBe(true);
});

describe('the map of a grid', () => {
  const columns = 36;
  const values = Array.from(
    { length: columns * 19 },
    (_, index) => 30 - 6 * Math.abs(9 - Math.floor(index / columns)),
  );
  const map = drawGrid({ stepDegrees: 10, values })!;

  test('names its extremes', () => {
    expect(map.most).toMatchObject({ value: 30, latitude: 0 });
    expect(map.least.value).toBe(-24);
    expect(Math.abs(map.least.latitude)).toBe(90);
  });

  test('has bands that begin at round values, each inside the frame, the lowest the whole map', () => {
    expect(map.bands.map(({ from }) => from)).toEqual(
      [...map.bands.map(({ from }) => from)].sort((a, b) => a - b),
    );
    for (const mark of map.bands.flatMap(({ rings }) => rings).flat())
      expect(isInside(mark, map.earth.frame)).toBe(true);
    const [lowest, next] = map.bands.map(({ rings }) => Math.max(...rings.map(areaOf)));
    expect(lowest).toBeGreaterThanOrEqual(next!);
  });

  test("is undefined if the values don't cover the earth", () => {
    expect(drawGrid({ stepDegrees: 10, values: values.slice(1) })).toBeUndefined();
    expect(drawGrid({ stepDegrees: 10, values: values.map(() => Number.NaN) })).toBeUndefined();
  });
});

function areaOf(ring: { x: number; y: number }[]): number {
  let area = 0;
  for (let index = 1; index < ring.length; index++) {
    const [from, to] = [ring[index - 1]!, ring[index]!];
    area += from.x * to.y - to.x * from.y;
  }
  return Math.abs(area) / 2;
}
