import { valueAt } from './atmosphere/atmosphere.ts';
import { placeAt } from './atmosphere/geometry.ts';
import { landShare } from './atmosphere/land.ts';
import { levelAt } from './atmosphere/levels.ts';
import { DEGREE, wrapLongitude } from './atmosphere/planet.ts';
import type { Snapshot } from './atmosphere/snapshot.ts';
import { HOUR_MS } from './atmosphere/time.ts';
import { positionAt } from './balloons/drift.ts';
import { listFlyingMissions, type Mission } from './balloons/missions.ts';
import { truthAt } from './forecasts/weather.ts';
import { type Point, traceStreamlines } from './streamlines.ts';

const WIDTH = 1200;
const HEIGHT = 560;
const NORTH = 80;
const SOUTH = -56;
const MARGIN = 8;
const DOT_PIXELS = 8;
const TRACK_HOURS = 42;
const TRACK_STEP_HOURS = 3;
const WIND_LEVEL = levelAt(300);

/** Weak, middling, strong. */
const WIND_STROKES = [
  'stroke="var(--line)" stroke-width="1"',
  'stroke="var(--accent)" stroke-opacity=".14" stroke-width="1.1"',
  'stroke="var(--accent)" stroke-opacity=".26" stroke-width="1.3"',
];

/**
 * Today's wind and balloons over a map of dots: plain SVG in the colours of the page around it. It has no ids and
 * no script, so that it can stand anywhere, and nothing that moves.
 */
export function drawWindPicture(timeMs: number): string {
  const snapshot = truthAt(Math.floor(timeMs / HOUR_MS) * HOUR_MS);
  const lines = traceStreamlines(WIDTH, HEIGHT, (x, y) => windAt(snapshot, x, y));
  const missions = listFlyingMissions(snapshot.timeMs);
  const tracks = missions.map((mission) => trackOf(mission, snapshot.timeMs)).filter(isOnMap);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" fill="none" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">`,
    // A dash of no length with a round cap is a dot: a whole coast of them is one line.
    `<path stroke="currentColor" stroke-opacity=".34" stroke-width="3" stroke-dasharray="0 ${DOT_PIXELS}" d="${landDots()}"/>`,
    ...WIND_STROKES.map(
      (stroke, strength) => `<path ${stroke} d="${lines[strength]!.map(lineTo).join('')}"/>`,
    ),
    `<path stroke="var(--accent)" stroke-opacity=".4" stroke-width="1.4" d="${tracks.map((track) => brokenLine(track)).join('')}"/>`,
    `<path stroke="var(--accent)" stroke-opacity=".9" stroke-width="2" d="${tracks.map((track) => brokenLine(track.slice(-5))).join('')}"/>`,
    `<path stroke="var(--accent)" stroke-opacity=".2" stroke-width="13" d="${tracks.map(head).join('')}"/>`,
    `<path stroke="var(--accent)" stroke-width="5.5" d="${tracks.map(head).join('')}"/>`,
    '</svg>',
  ].join('');
}

function landDots(): string {
  let path = '';
  for (let y = DOT_PIXELS; y < HEIGHT; y += DOT_PIXELS) {
    const isLand = (x: number) => landShare(latitudeAt(y), longitudeAt(x)) > 0.5;
    for (let x = DOT_PIXELS / 2; x < WIDTH; x += DOT_PIXELS) {
      if (!isLand(x)) continue;
      const first = x;
      while (isLand(x + DOT_PIXELS) && x + DOT_PIXELS < WIDTH) x += DOT_PIXELS;
      path += `M${first} ${y}h${x - first + 1}`;
    }
  }
  return path;
}

/** The wind as pixels for each second of a picture in which everything is stretched alike. */
function windAt(snapshot: Snapshot, x: number, y: number): Point {
  const latitude = latitudeAt(y);
  const place = placeAt(latitude, longitudeAt(x));
  const eastwards = valueAt('wind_u', snapshot, WIND_LEVEL, place);
  const northwards = valueAt('wind_v', snapshot, WIND_LEVEL, place);
  const degreesNorth = HEIGHT / (NORTH - SOUTH);
  return [
    (eastwards / Math.max(0.2, Math.cos(latitude * DEGREE))) * (WIDTH / 360),
    -northwards * degreesNorth,
  ];
}

function isOnMap(track: Point[]): boolean {
  const [, y] = track.at(-1)!;
  return y > MARGIN && y < HEIGHT - MARGIN;
}

function trackOf(mission: Mission, untilMs: number): Point[] {
  const track: Point[] = [];
  for (let hour = TRACK_HOURS; hour >= 0; hour -= TRACK_STEP_HOURS) {
    const timeMs = untilMs - hour * HOUR_MS;
    if (timeMs < mission.launchMs) continue;
    const { latitude, longitude } = positionAt(mission, timeMs);
    track.push(project(latitude, longitude));
  }
  return track;
}

function head(track: Point[]): string {
  const [x, y] = track.at(-1)!;
  return `M${Math.round(x)} ${Math.round(y)}h0`;
}

/** A track that leaves the map on one side goes on at the other. */
function brokenLine(track: Point[]): string {
  const parts: Point[][] = [[]];
  track.forEach((point, index) => {
    const before = track[index - 1];
    if (before && Math.abs(point[0] - before[0]) > WIDTH / 2) parts.push([]);
    parts.at(-1)!.push(point);
  });
  return parts
    .filter((part) => part.length > 1)
    .map(lineTo)
    .join('');
}

/** Relative whole pixels after the first: half the length of the text. */
function lineTo(points: Point[]): string {
  let [x, y] = points[0]!.map(Math.round) as Point;
  let path = `M${x} ${y}l`;
  points.slice(1).forEach((point, index) => {
    const [dx, dy] = [Math.round(point[0]) - x, Math.round(point[1]) - y];
    path += `${index > 0 && dx >= 0 ? ' ' : ''}${dx}${dy >= 0 ? ' ' : ''}${dy}`;
    x += dx;
    y += dy;
  });
  return path;
}

function latitudeAt(y: number): number {
  return NORTH - (y / HEIGHT) * (NORTH - SOUTH);
}

function longitudeAt(x: number): number {
  return (x / WIDTH) * 360 - 180;
}

function project(latitude: number, longitude: number): Point {
  return [((wrapLongitude(longitude) + 180) / 360) * WIDTH, ((NORTH - latitude) / (NORTH - SOUTH)) * HEIGHT];
}
