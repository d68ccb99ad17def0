import { describe, expect, test } from 'vitest';
import type { Coordinates } from '../../api/data-api.ts';
import { globeMap, sampleMap, worldMap } from '../earth-map.ts';
import type { Point } from '../geometry.ts';
import { gridCoordinatesAt, gridValueAt } from '../grid.ts';
import { viewWorld } from '../map-view.ts';
import type { Grid } from '../picture.ts';
import { contourLines } from './contours.ts';
import { describeOverlay, describeOverlayAt } from './overlay.ts';
import { legibleCentres, pressureCentres } from './pressure-centres.ts';
import { windLines } from './wind-lines.ts';

/** Every degree of the globe. */
function gridOf(value: (at: Coordinates) => number): Grid {
  const empty: Grid = { stepDegrees: 1, values: [] };
  return {
    stepDegrees: 1,
    values: Array.from({ length: 360 * 181 }, (_, index) => value(gridCoordinatesAt(empty, index))),
  };
}

const maps = {
  'the world': worldMap(),
  'a part of the globe': globeMap([{ latitude: 48, longitude: -12 }]),
  'half the globe': globeMap([
    { latitude: 60, longitude: 100 },
    { latitude: -60, longitude: -100 },
  ]),
};
/** With some between each two. */
const pointsAlong = (line: Point[]) =>
  line.slice(1).flatMap((to, index) =>
    Array.from({ length: 20 }, (_, step) => {
      const from = line[index]!;
      return { x: from.x + ((to.x - from.x) * step) / 20, y: from.y + ((to.y - from.y) * step) / 20 };
    }),
  );

const latitudes = gridOf(({ latitude }) => latitude);
const cosine = (degrees: number) => Math.cos((degrees * Math.PI) / 180);
const around = ({ latitude, longitude }: Coordinates, at: Coordinates) =>
  Math.exp(-(((latitude - at.latitude) / 10) ** 2) - ((longitude - at.longitude) / 12) ** 2);
const speed = (metresPerSecond: number) => `${Math.round(metresPerSecond)} m/s`;

describe('a value of a grid', () => {
  test.each([
    [90, 0],
    [-90, 17.3],
    [51.75, -0.25],
    [-33.4, 359.9],
    [12.3, 540.5],
  ])('at %d° N %d° E lies between its neighbours in proportion', (latitude, longitude) => {
    expect(gridValueAt(latitudes, { latitude, longitude })).toBeCloseTo(latitude, 9);
    const smooth = gridOf((at) => cosine(at.longitude));
    expect(gridValueAt(smooth, { latitude, longitude })).toBeCloseTo(cosine(longitude), 3);
  });
});

describe.each(Object.entries(maps))('over a map of %s', (_, earth) => {
  test('a contour runs where the field has its value', () => {
    const lines = contourLines(latitudes, sampleMap(earth), [-30, 20, 45]);
    const isOnEarth = (place: Point, at: Coordinates) => {
      const { x, y } = earth.project(at) ?? { x: Infinity, y: 0 };
      return Math.abs(at.latitude) <= 90 && Math.hypot(x - place.x, y - place.y) < 1;
    };
    // What is cut off when it is drawn runs anywhere.
    const strayed = lines.flatMap(({ from, rings }) =>
      rings.flatMap(pointsAlong).flatMap((place) => {
        const at = earth.unproject(place);
        return at && isOnEarth(place, at) ? [Math.abs(at.latitude - from)] : [];
      }),
    );
    expect(strayed.length).toBeGreaterThan(30);
    expect(Math.max(...strayed)).toBeLessThan(1.5);
  });

  test('streamlines follow the wind, and arrows show its direction', () => {
    const wind = { u: gridOf(() => 40), v: gridOf(() => 0) };
    const [weak, middling, strong] = windLines(wind, earth, 20);
    expect([weak!.lines, middling!.lines]).toEqual([[], []]);
    expect(strong!.lines.length).toBeGreaterThan(20);
    const lines = strong!.lines.filter((line) => line.length > 3);
    for (const line of lines) {
      const [first, last] = [earth.unproject(line[0]!)!, earth.unproject(line.at(-1)!)!];
      expect(Math.abs(first.latitude - last.latitude)).toBeLessThan(6);
    }
    const heads = strong!.lines.filter((line) => line.length === 3);
    expect(heads.length).toBe(lines.length);
  });
});

test('each high and low is found once, at its position', () => {
  const [high, low] = [
    { latitude: 35, longitude: -30 },
    { latitude: 60, longitude: 178 },
  ];
  const grid = gridOf((at) => 1013 + 20 * around(at, high) - 40 * around(at, low));
  expect(pressureCentres(grid)).toEqual([
    { kind: 'high', ...high, hectopascals: expect.closeTo(1033, 0) },
    { kind: 'low', ...low, hectopascals: expect.closeTo(973, 0) },
  ]);
});

test('of two centres with overlapping labels, only the stronger is labelled', () => {
  const [strong, weak] = [
    { latitude: 40, longitude: 10 },
    { latitude: 40, longitude: 40 },
  ];
  const grid = gridOf((at) => 1013 + 20 * around(at, strong) + 10 * around(at, weak));
  const world = worldMap();
  expect(legibleCentres(grid, world, 20)).toMatchObject([strong]);
  expect(legibleCentres(grid, world, 10)).toMatchObject([strong, weak]);
});

test('a centre outside of an enlarged map has no label at its edge', () => {
  const [inside, outside] = [
    { latitude: 40, longitude: 10 },
    { latitude: 40, longitude: 80 },
  ];
  const grid = gridOf((at) => 1013 + 20 * around(at, inside) + 30 * around(at, outside));
  const { earth } = viewWorld({ width: 640, height: 336 }, { ...inside, zoom: 5 });
  expect(legibleCentres(grid, earth, 10)).toMatchObject([inside]);
});

describe('the text of an overlay', () => {
  const timeMs = Date.parse('2026-11-15T06:00:00Z');
  const here = { latitude: 35, longitude: -30 };
  const peak = gridOf((at) => 9 * around(at, here));

  test('has variable, time and extremes', () => {
    const wind = { u: gridOf((at) => 60 * around(at, here)), v: gridOf(() => 0) };
    expect(describeOverlay({ kind: 'wind300', timeMs, wind }, speed)).toBe(
      'Wind at 300 hPa, 15 Nov 06:00 UTC: strongest 60 m/s, North Atlantic.',
    );
    expect(describeOverlay({ kind: 'rain', timeMs, grid: peak }, speed)).toBe(
      'Rain in the hour before 15 Nov 06:00 UTC: up to 9.0 mm, North Atlantic.',
    );
    expect(describeOverlay({ kind: 'rain', timeMs, grid: gridOf(() => 0) }, speed)).toMatch(/: none\.$/);
    expect(describeOverlay({ kind: 'pressure', timeMs, grid: gridOf(() => 1013) }, speed)).toContain(
      'from 1013 hPa',
    );
    expect(describeOverlay({ kind: 'cyclones', timeMs, tracks: {} }, speed)).toBe(
      'No tropical cyclones in this forecast.',
    );
  });

  test('has the value at a position', () => {
    const wind = { u: gridOf(() => 0), v: gridOf(() => -20) };
    expect(describeOverlayAt({ kind: 'wind300', timeMs, wind }, here, speed)).toBe(
      '300 hPa wind 360° at 20 m/s',
    );
    expect(describeOverlayAt({ kind: 'rain', timeMs, grid: peak }, here, speed)).toBe('rain 9.0 mm');
    expect(describeOverlayAt({ kind: 'cyclones', timeMs, tracks: {} }, here, speed)).toBeUndefined();
  });
});
