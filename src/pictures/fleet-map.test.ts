import { expect, test } from 'vitest';
import { worldMap } from './earth-map.ts';
import { drawFleet, nearestBalloon, nearestMark, wideMap } from './fleet-map.ts';
import { textOf } from './picture-text.ts';

const fleet = {
  time: '2026-11-15T04:00:00+00:00',
  balloons: [
    {
      name: 'W-1',
      altitude: 4210,
      is_rising: true,
      track: [
        [48, -31],
        [48, -30],
      ] as [number, number][],
    },
    {
      name: 'W-2',
      altitude: 12_000,
      is_rising: false,
      track: [
        [-10, 179],
        [-10, -179],
      ] as [number, number][],
    },
  ],
};

test('a balloon is drawn at the end of its track', () => {
  const earth = worldMap();
  const balloons = drawFleet(fleet.balloons, earth);
  const back = earth.unproject(balloons[0]!.head!)!;
  expect([back.latitude, back.longitude].map((degrees) => Math.round(degrees))).toEqual([48, -30]);
});

test('a track over the date line is split there, and not drawn across the map', () => {
  const [, over] = drawFleet(fleet.balloons, worldMap());
  expect(over!.track.length).toBe(2);
  for (const piece of over!.track) expect(Math.abs(piece[0]!.x - piece.at(-1)!.x)).toBeLessThan(20);
});

test('the fleet has a caption and a table with regions', () => {
  expect(textOf({ kind: 'fleet', fleet }).caption()).toBe(
    '2 balloons in the air on 15 Nov 04:00 UTC, between 4.2 km and 12.0 km: 1 ascending, 1 descending.',
  );
  expect(textOf({ kind: 'fleet', fleet }).table().rows[0]).toEqual([
    'W-1',
    'North Atlantic',
    '48.00',
    '-30.00',
    '4210',
    'ascending',
  ]);
  expect(textOf({ kind: 'fleet', fleet: { ...fleet, balloons: [] } }).caption()).toBe(
    'No balloons in the air.',
  );
});

test('converts positions to points and back', () => {
  for (const latitude of [-56, -12.5, 0, 77])
    for (const longitude of [-180, -71.06, 0, 179.75])
      expect(wideMap.unproject(wideMap.project({ latitude, longitude }))).toEqual({ latitude, longitude });
});

test('wraps longitudes beyond the date line', () => {
  const { x, y } = wideMap.project({ latitude: 10, longitude: 190 });
  expect([x, y]).toEqual(Object.values(wideMap.project({ latitude: 10, longitude: -170 })));
  expect(x).toBeLessThan(wideMap.width);
});

test('a click selects the nearest mark within reach', () => {
  const marks = [
    { name: 'left', x: 100, y: 100 },
    { name: 'right', x: 110, y: 100 },
  ];
  expect(nearestMark(marks, { x: 107, y: 100 }, 16)?.name).toBe('right');
  expect(nearestMark(marks, { x: 103, y: 100 }, 16)?.name).toBe('left');
  expect(nearestMark(marks, { x: 100, y: 117 }, 16)).toBeUndefined();
  expect(nearestMark([], { x: 0, y: 0 }, 16)).toBeUndefined();
});

test('a click between two positions of a track selects its balloon, but a head counts before a track', () => {
  const line = (y: number) => [
    { x: 0, y },
    { x: 100, y },
  ];
  const balloons = [
    { name: 'above', track: [line(10)], head: { x: 100, y: 10 } },
    { name: 'below', track: [line(20)], head: { x: 50, y: 20 } },
    { name: 'behind', track: [], head: undefined },
  ];
  expect(nearestBalloon(balloons, { x: 25, y: 13 }, 12)?.name).toBe('above');
  expect(nearestBalloon(balloons, { x: 52, y: 12 }, 12)?.name).toBe('below');
  expect(nearestBalloon(balloons, { x: 50, y: 33 }, 12)).toBeUndefined();
});
