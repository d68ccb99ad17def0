import { expect, test } from 'vitest';
import { drawStates } from './states-map.ts';
import { stateNames } from './us-states.ts';

const states = [...stateNames.values()].map((name, index) => ({ name, value: index * 10 }));

test('every state has a tile of its own inside the picture, with its value', () => {
  const { tiles, width, height, tileWidth, tileHeight, legend } = drawStates(states)!;
  expect(tiles.map(({ value }) => value)).toEqual(states.map(({ value }) => value));
  expect(new Set(tiles.map(({ x, y }) => `${x} ${y}`)).size).toBe(51);
  for (const { x, y } of tiles) {
    expect(x >= 0 && x + tileWidth <= width).toBe(true);
    expect(y >= 0 && y + tileHeight <= legend.y && legend.y < height).toBe(true);
  }
});

test('a state lies about where it does on a map', () => {
  const of = new Map(drawStates(states)!.tiles.map((tile) => [tile.code, tile]));
  const [washington, maine, florida, texas] = ['WA', 'ME', 'FL', 'TX'].map((code) => of.get(code)!);
  expect(washington!.x).toBeLessThan(texas!.x);
  expect(texas!.x).toBeLessThan(florida!.x);
  expect(florida!.x).toBeLessThan(maine!.x);
  expect(maine!.y).toBeLessThan(washington!.y);
  expect(washington!.y).toBeLessThan(texas!.y);
});

test('the colour grows with the value and is that of the step in the legend that holds it', () => {
  const { tiles, legend } = drawStates(states)!;
  expect(legend.boxes.map(({ share }) => share)).toEqual([...new Set(tiles.map(({ share }) => share))]);
  for (const { value, share } of tiles) {
    const step = legend.ticks.findLastIndex((tick) => tick.value <= value);
    expect(share).toBe(legend.boxes[step]!.share);
  }
});

test('names that are no states, and values that are no numbers, have no tile', () => {
  const some = [
    { name: 'Texas', value: 1 },
    { name: 'Bavaria', value: 5 },
    { name: 'Ohio', value: Number.NaN },
  ];
  expect(drawStates(some)!.tiles.map(({ code }) => code)).toEqual(['TX']);
  expect(drawStates([{ name: 'Bavaria', value: 5 }])).toBeUndefined();
});
