import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  limitGesture,
  type MapView,
  maxZoom,
  moveFingers,
  noGesture,
  viewAfter,
  viewGlobe,
  viewWorld,
  zoomAround,
} from './map-view.ts';

const size = { width: 660, height: 400 };
const middle = { x: 330, y: 200 };
const over = (place: { latitude: number; longitude: number }) => (wanted?: MapView) =>
  viewGlobe(size, [place], wanted);
const maps = {
  'the world': (wanted?: MapView) => viewWorld(size, wanted),
  'a globe': over({ latitude: 48, longitude: -12 }),
  'a globe at the date line': over({ latitude: -20, longitude: 179 }),
};
const views = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  zoom: fc.double({ min: 0, max: 50, noNaN: true }),
});
const points = fc.record({
  x: fc.double({ min: 0, max: size.width, noNaN: true }),
  y: fc.double({ min: 0, max: size.height, noNaN: true }),
});

describe.each(Object.entries(maps))('a map of %s', (_, mapOf) => {
  test('is centred on the view if there is enough of the earth around it', () => {
    const { earth, view } = mapOf({ latitude: 30, longitude: 60, zoom: 4 });
    const { x, y } = earth.project(view)!;
    expect(Math.hypot(x - middle.x, y - middle.y)).toBeLessThan(1);
    expect(view.zoom).toBe(4);
  });

  test('has finite lines for every view, none of them far outside of the picture', () => {
    fc.assert(
      fc.property(views, (wanted) => {
        const { earth, view, minZoom } = mapOf(wanted);
        expect(view.zoom).toBeGreaterThanOrEqual(minZoom);
        expect(view.zoom).toBeLessThanOrEqual(maxZoom);
        for (const { x, y } of earth.coast.flat())
          expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  test('keeps the point under the pointer when it is enlarged', () => {
    fc.assert(
      fc.property(points, (point) => {
        const map = mapOf({ latitude: 20, longitude: 10, zoom: 3 });
        const { scale, x, y } = zoomAround(noGesture, map, point, 1.7);
        expect(scale).toBeCloseTo(1.7);
        expect(point.x * scale + x).toBeCloseTo(point.x);
        expect(point.y * scale + y).toBeCloseTo(point.y);
      }),
    );
  });

  test('is enlarged no further than its limits', () => {
    const map = mapOf({ latitude: 20, longitude: 10, zoom: 3 });
    expect(zoomAround(noGesture, map, middle, 1000).scale).toBeCloseTo(maxZoom / 3);
    expect(zoomAround(noGesture, map, middle, 0.0001).scale).toBeCloseTo(map.minZoom / 3);
  });

  test('has a valid view after every gesture', () => {
    const moves = fc.double({ min: -2000, max: 2000, noNaN: true });
    fc.assert(
      fc.property(views, moves, moves, (wanted, x, y) => {
        const map = mapOf(wanted);
        const { latitude, longitude, zoom } = viewAfter(map, limitGesture({ scale: 1, x, y }, map));
        expect(Math.abs(latitude)).toBeLessThanOrEqual(90);
        expect(Math.abs(longitude)).toBeLessThanOrEqual(180);
        expect(zoom).toBe(map.view.zoom);
      }),
      { numRuns: 50 },
    );
  });
});

test('a drag moves the place under the pointer along with it', () => {
  const map = viewWorld(size, { latitude: 20, longitude: 10, zoom: 4 });
  const [from, to] = [
    { x: 300, y: 180 },
    { x: 390, y: 230 },
  ];
  const place = map.earth.unproject(from)!;
  const gesture = limitGesture(moveFingers(noGesture, map, [from], [to]), map);
  const { x, y } = viewWorld(size, viewAfter(map, gesture)).earth.project(place)!;
  expect(x).toBeCloseTo(to.x, 1);
  expect(y).toBeCloseTo(to.y, 1);
});

test('two fingers keep the places under them', () => {
  const map = viewWorld(size, { latitude: 20, longitude: 10, zoom: 2 });
  const before = [
    { x: 200, y: 200 },
    { x: 300, y: 200 },
  ];
  const after = [
    { x: 180, y: 220 },
    { x: 380, y: 220 },
  ];
  const { scale, x, y } = moveFingers(noGesture, map, before, after);
  expect(scale).toBe(2);
  for (const [index, point] of before.entries())
    expect({ x: point.x * scale + x, y: point.y * scale + y }).toEqual(after[index]);
});

test('the world has no empty edge inside the picture, however far it is dragged', () => {
  const map = viewWorld(size, { latitude: 0, longitude: 0, zoom: 3 });
  const { x, y } = limitGesture({ scale: 1, x: 5000, y: -5000 }, map);
  expect(map.bounds!.left + x).toBeCloseTo(0);
  expect(map.bounds!.bottom + y).toBeCloseTo(size.height);
  const whole = viewWorld(size);
  expect(limitGesture({ scale: 1, x: 90, y: 60 }, whole)).toEqual({
    scale: 1,
    x: expect.closeTo(0, 6),
    y: expect.closeTo(0, 6),
  });
});

test('a globe fills the picture, and shows half of the earth at most', () => {
  const places = [{ latitude: 48, longitude: -12 }];
  const near = viewGlobe(size, places).earth;
  for (const corner of [
    { x: 1, y: 1 },
    { x: 659, y: 399 },
  ])
    expect(near.unproject(corner)).toBeDefined();
  const far = viewGlobe(size, places, { latitude: 48, longitude: -12, zoom: 0 }).earth;
  expect(far.unproject({ x: 330, y: 10 })).toBeDefined();
  expect(far.unproject({ x: 1, y: 1 })).toBeUndefined();
  expect(far.project({ latitude: -48, longitude: 168 })).toBeUndefined();
});
