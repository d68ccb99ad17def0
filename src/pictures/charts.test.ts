import { describe, expect, test } from 'vitest';
import { flightRows } from '../../test/helpers/observation-rows.ts';
import type { PointRow } from '../api/forecast-api.ts';
import { dayMs } from '../time.ts';
import { readAnswer } from './answers.ts';
import { drawBars } from './bar-chart.ts';
import { drawStates, stateNames } from './degree-day-map.ts';
import { drawProfile } from './flight-profile.ts';
import { drawArchive, drawRuns } from './forecast-runs.ts';
import { isInside } from './geometry.ts';
import { drawHodograph } from './hodograph.ts';
import { drawMeteogram } from './meteogram.ts';
import { textOf } from './picture-text.ts';
import { legFrom } from './sounding/legs.ts';
import { type Sounding, soundingOf } from './sounding/sounding.ts';
import { isUnavailable } from './sounding/unavailable.ts';
import { defaultUnits, knotsOf } from './units.ts';

const startMs = Date.parse('2026-11-15T00:00:00Z');
const hour = (index: number) => new Date(startMs + index * 3_600_000).toISOString();

describe('a meteogram', () => {
  const forecast = (change: (index: number) => Partial<PointRow> = () => ({})): PointRow[] =>
    Array.from({ length: 25 }, (_, index) => ({
      time: hour(index),
      temperature_2m: 10 + index / 5,
      dewpoint_2m: 5,
      wind_u_10m: 5,
      wind_v_10m: 0,
      precipitation: index % 2,
      pressure_msl: 1010 + index / 10,
      ...change(index),
    }));

  test('draws each value where its axis says, inside its panel', () => {
    const { warmth, pressure, rain } = drawMeteogram(forecast())!;
    for (const [panel, lines] of [
      [warmth, [...warmth.temperature, ...warmth.dewPoint]],
      [pressure, pressure.line],
    ] as const)
      for (const mark of lines.flat()) {
        expect(isInside(mark, panel.frame)).toBe(true);
        expect(panel.y.valueAt(mark.y)).toBeCloseTo(mark.value, 6);
      }
    expect(rain.bars.length).toBe(12);
    for (const bar of rain.bars) expect(rain.y.valueAt(bar.y)).toBeCloseTo(bar.value, 6);
  });

  test("draws an hour's rain an hour wide, also where rows are six hours apart", () => {
    const rows = forecast((index) => ({
      time: hour(index < 12 ? index : 12 + (index - 12) * 6),
      precipitation: 1,
    }));
    const { rain, times } = drawMeteogram(rows)!;
    const [one, other] = times;
    const hourWide = ((other!.at - one!.at) / (other!.value - one!.value)) * 3_600_000;
    expect(rain.bars).toHaveLength(24);
    for (const { width } of rain.bars) expect(width).toBeCloseTo(hourWide, 6);
  });

  test("doesn't depend on the order of its rows", () => {
    expect(JSON.stringify(drawMeteogram(forecast().reverse()))).toBe(
      JSON.stringify(drawMeteogram(forecast())),
    );
  });

  test('interrupts a line at a missing value', () => {
    const rows = forecast((index) => (index === 10 ? { temperature_2m: null, precipitation: null } : {}));
    expect(drawMeteogram(rows)!.warmth.temperature.length).toBe(2);
  });

  test('is undefined for one row and for invalid times', () => {
    expect(drawMeteogram(forecast().slice(0, 1))).toBeUndefined();
    expect(drawMeteogram(forecast(() => ({ time: 'noon' })))).toBeUndefined();
  });
});

describe('the profile of a flight', () => {
  const track = Array.from({ length: 60 }, (_, index) => ({
    transmit_time: hour(index / 6),
    latitude: 40,
    longitude: index / 10,
    altitude: 8000 - 4000 * Math.cos(index / 5),
  }));

  test('draws each leg from turn to turn, inside the frame', () => {
    const { legs, frame } = drawProfile(track)!;
    expect(legs.length).toBe(4);
    expect(legs.map(({ leg }) => leg.direction)).toEqual(['up', 'down', 'up', 'down']);
    for (const { marks } of legs) for (const mark of marks) expect(isInside(mark, frame)).toBe(true);
    expect(legs[0]!.marks.at(-1)!.timeMs).toBe(legs[1]!.marks[0]!.timeMs);
  });

  test('draws a time window at the given width, with the same legs, cut at the frame', () => {
    const window = [Date.parse(hour(2)), Date.parse(hour(4))] as const;
    const { legs, frame, x, width } = drawProfile(track, { window, width: 1200 })!;
    expect(legs.length).toBe(4);
    expect(width).toBe(1200);
    expect([x.at(window[0]), x.at(window[1])].map(Math.round)).toEqual([frame.left, frame.right]);
    const drawn = legs.flatMap(({ lines }) => lines.flat());
    expect(drawn.length).toBeGreaterThan(10);
    for (const place of drawn) expect(isInside(place, frame)).toBe(true);
  });

  test("is undefined for a balloon that hasn't moved", () => {
    expect(drawProfile(track.map((point) => ({ ...point, altitude: 0 })))).toBeUndefined();
    expect(drawProfile([])).toBeUndefined();
  });
});

describe('a hodograph', () => {
  const sounding = soundingOf(
    flightRows({
      fromMetres: 0,
      toMetres: 9000,
      measure: (metres) => ({ speed_u: metres / 300, speed_v: 5 }),
    }),
  ) as Sounding;

  test('has east to the right and north up, and every wind inside its outer ring', () => {
    const { layers, centre, rings } = drawHodograph(sounding)!;
    const outer = rings.at(-1)!;
    for (const { u, v, x, y } of layers.flatMap(({ marks }) => marks)) {
      const scale = outer.radius / outer.metresPerSecond;
      expect((x - centre.x) / scale).toBeCloseTo(u, 6);
      expect((centre.y - y) / scale).toBeCloseTo(v, 6);
      expect(Math.hypot(x - centre.x, y - centre.y)).toBeLessThanOrEqual(outer.radius + 1e-6);
    }
    expect(layers.map(({ fromKilometres }) => fromKilometres)).toEqual([0, 1, 3, 6]);
  });

  test('has a label at every third kilometre above the ground, at exactly the wind of that height', () => {
    const high = soundingOf(
      flightRows({
        fromMetres: 1600,
        toMetres: 12_000,
        measure: (metres) => ({ speed_u: metres / 300, speed_v: 5 }),
      }),
      { ...legFrom(end(0, 1600), end(3000, 12_000)), groundMetres: 1600 },
    ) as Sounding;
    const { heights: labels, centre, rings, heightsAbove } = drawHodograph(high)!;
    const metresPerUnit = rings[0]!.metresPerSecond / rings[0]!.radius;
    expect(heightsAbove).toBe('the ground');
    expect(labels.map(({ heightMetres }) => heightMetres)).toEqual([3000, 6000, 9000]);
    for (const { heightMetres, x } of labels)
      expect((x - centre.x) * metresPerUnit).toBeCloseTo((heightMetres + 1600) / 300, 1);
  });

  test('has heights above sea level if the ground is unknown', () => {
    const aloft = soundingOf(flightRows({ fromMetres: 4000, toMetres: 13_000 })) as Sounding;
    expect(drawHodograph(aloft)!.heightsAbove).toBe('sea level');
  });

  test('leaves out a label only for one that is drawn', () => {
    // The wind turns back: 3 km is where 1.5 km is, and only labels at 6 km and 3 km could cover each other.
    const turning = soundingOf(
      flightRows({
        fromMetres: 0,
        toMetres: 10_000,
        measure: (metres) => ({ speed_u: 20 * Math.cos((Math.PI * metres) / 3000), speed_v: metres / 400 }),
      }),
    ) as Sounding;
    expect(drawHodograph(turning)!.heights.map(({ heightMetres }) => heightMetres)).toEqual([
      3000, 6000, 9000,
    ]);
  });

  test('has storm motion and mean wind inside its outer ring, also if they are stronger than the wind', () => {
    const turning = soundingOf(
      flightRows({
        fromMetres: 0,
        toMetres: 9000,
        measure: (metres) => ({
          speed_u: 4 * Math.sin(metres / 900),
          speed_v: 4 * Math.cos(metres / 900),
        }),
      }),
    ) as Sounding;
    for (const each of [sounding, turning]) {
      const { storms, rings, centre, pointOf } = drawHodograph(each)!;
      const { stormMotion } = each.indices;
      if (isUnavailable(stormMotion)) throw new Error(stormMotion.unavailable);
      expect(storms.map(({ name }) => name)).toEqual(['right', 'left', 'mean']);
      for (const { name, x, y } of storms) {
        expect({ x, y }).toEqual(pointOf(stormMotion[name]));
        expect(Math.hypot(x - centre.x, y - centre.y)).toBeLessThanOrEqual(rings.at(-1)!.radius + 1e-6);
      }
    }
  });

  test('names heights and storms beside their points, off the curve and off each other', () => {
    const middleOf = (label: { x: number; y: number; dx: number; dy: number }) => ({
      x: label.x + 15 * label.dx,
      y: label.y + 15 * label.dy,
    });
    for (const isStormRelative of [false, true]) {
      const { labels, layers, texts } = drawHodograph(sounding, { isStormRelative })!;
      expect(labels.map(({ label }) => label)).toEqual(['R', 'L', 'M', 3, 6, 9]);
      const middles = [...labels.map(middleOf), ...texts];
      for (const [index, one] of middles.slice(0, labels.length).entries())
        for (const other of [...middles.slice(index + 1), ...layers.flatMap(({ marks }) => marks)])
          expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(10);
    }
  });

  test('relative to the storm has the same curve around the motion of the storm', () => {
    const ground = drawHodograph(sounding)!;
    const relative = drawHodograph(sounding, { isStormRelative: true })!;
    expect([ground.relativeTo, relative.relativeTo]).toEqual([undefined, 'right']);
    const storm = relative.storms.find(({ name }) => name === 'right')!;
    expect([storm.x, storm.y]).toEqual([relative.centre.x, relative.centre.y]);
    const scaleOf = ({ rings }: typeof ground) => rings[0]!.radius / rings[0]!.metresPerSecond;
    const { stormMotion } = sounding.indices;
    if (isUnavailable(stormMotion)) throw new Error(stormMotion.unavailable);
    const first = relative.layers[0]!.marks[0]!;
    expect((first.x - relative.centre.x) / scaleOf(relative)).toBeCloseTo(first.u - stormMotion.right.u, 6);
    expect((relative.centre.y - first.y) / scaleOf(relative)).toBeCloseTo(first.v - stormMotion.right.v, 6);
  });

  test('has rings at round speeds of the chosen unit, which hold other profiles too', () => {
    const units = { ...defaultUnits, wind: 'kt' as const };
    const { rings } = drawHodograph(sounding, { units })!;
    expect(rings.map(({ label }) => label)).toEqual(['20', '40', '60 kt']);
    for (const { label, metresPerSecond } of rings)
      expect(knotsOf(metresPerSecond)).toBeCloseTo(Number.parseFloat(label), 6);
    const wide = drawHodograph(sounding, { units, otherWinds: [{ u: -50, v: 0 }] })!;
    expect(wide.rings.at(-1)!.metresPerSecond).toBeGreaterThanOrEqual(50);
  });
});

const end = (timeSeconds: number, altitudeMetres: number) => ({
  timeSeconds: 1_000_000 + timeSeconds,
  altitudeMetres,
  position: null,
});

describe('bars', () => {
  test('are as high as their values, and left out for missing values', () => {
    const { bars, frame } = drawBars([
      { label: 'one', value: 10 },
      { label: 'none', value: null },
      { label: 'two', value: 20 },
    ])!;
    expect(bars.map(({ label }) => label)).toEqual(['one', 'two']);
    expect(bars[1]!.height).toBeCloseTo(2 * bars[0]!.height, 9);
    for (const bar of bars) expect(bar.y + bar.height).toBeCloseTo(frame.bottom, 9);
    expect(drawBars([{ label: 'none', value: null }])).toBeUndefined();
  });
});

describe('a strip of runs', () => {
  test('has the newest on top, and each bar as long as its hours', () => {
    const day = 24 * 3_600_000;
    const run = (runMs: number, days: number) => ({
      runMs,
      spans: [[runMs, runMs + days * day]] as const,
      isComplete: true,
    });
    const { rows, frame } = drawRuns([run(startMs, 2), run(startMs + day / 4, 1)])!;
    expect(rows.map(({ runMs }) => runMs)).toEqual([startMs + day / 4, startMs]);
    expect(rows[1]!.bars[0]!.width).toBeCloseTo(2 * rows[0]!.bars[0]!.width, 6);
    for (const { bars } of rows)
      for (const { x, width } of bars) expect(x >= frame.left && x + width <= frame.right + 1e-6).toBe(true);
    expect(drawRuns([])).toBeUndefined();
  });
});

const daysFrom = (day: string, count: number) =>
  Array.from({ length: count }, (_, index) => Date.parse(`${day}T00:00:00Z`) + index * dayMs);

test('each year is one row, the newest on top, with a gap where a day is missing', () => {
  const days = [...daysFrom('2024-12-30', 2), ...daysFrom('2025-01-01', 10), ...daysFrom('2025-01-12', 3)];
  const { rows, frame } = drawArchive(days)!;
  expect(rows.map(({ year, bars }) => [year, bars.length])).toEqual([
    [2025, 2],
    [2024, 1],
  ]);
  for (const { x, width } of rows.flatMap(({ bars }) => bars)) {
    expect(x).toBeGreaterThanOrEqual(frame.left);
    expect(x + width).toBeLessThanOrEqual(frame.right);
    expect(width).toBeGreaterThan(0);
  }
  const [before, after] = rows[0]!.bars;
  expect(after!.x).toBeGreaterThan(before!.x + before!.width);
});

test('runs of one day count once, and the caption counts missing days', () => {
  const runs = ['2024-01-01T00:00:00+00:00', '2024-01-01T06:00:00+00:00', '2024-01-03T00:00:00+00:00'];
  const picture = readAnswer('archive', runs, { askedAt: '2026-11-16T00:00:00Z' });
  expect(textOf(picture).caption()).toBe('2 days of runs, 1 Jan 2024 to 3 Jan 2024, 1 day missing.');
  expect(textOf(picture).table().rows).toEqual([['2024-01', '2']]);
});

test('an empty archive has a caption', () => {
  const picture = readAnswer('archive', [], { askedAt: '2026-11-16T00:00:00Z' });
  expect(textOf(picture).caption()).toBe('The archive is empty.');
  expect(drawArchive([])).toBeUndefined();
});

const states = [...stateNames.values()].map((name, index) => ({ name, value: index * 10 }));

test('every state has its own tile inside the picture, with its value', () => {
  const { tiles, width, height, tileWidth, tileHeight, legend } = drawStates(states)!;
  expect(tiles.map(({ value }) => value)).toEqual(states.map(({ value }) => value));
  expect(new Set(tiles.map(({ x, y }) => `${x} ${y}`)).size).toBe(51);
  for (const { x, y } of tiles) {
    expect(x >= 0 && x + tileWidth <= width).toBe(true);
    expect(y >= 0 && y + tileHeight <= legend.y && legend.y < height).toBe(true);
  }
});

test('a tile is near the place of its state on a map', () => {
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

test('unknown states and values that are not numbers have no tile', () => {
  const some = [
    { name: 'Texas', value: 1 },
    { name: 'Bavaria', value: 5 },
    { name: 'Ohio', value: Number.NaN },
  ];
  expect(drawStates(some)!.tiles.map(({ code }) => code)).toEqual(['TX']);
  expect(drawStates([{ name: 'Bavaria', value: 5 }])).toBeUndefined();
});
