import { valueAt } from './atmosphere/atmosphere.ts';
import { placeAt } from './atmosphere/geometry.ts';
import { landShare } from './atmosphere/land.ts';
import { levelAt } from './atmosphere/levels.ts';
import { radiansPerDegree, wrapLongitude } from './atmosphere/planet.ts';
import type { Snapshot } from './atmosphere/snapshot.ts';
import { hourMs } from './atmosphere/time.ts';
import { positionAt } from './balloons/drift.ts';
import { listFlyingMissions, type Mission } from './balloons/missions.ts';
import { truthAt } from './forecasts/weather.ts';
import { type Point, traceStreamlines } from './streamlines.ts';

const pictureWidth = 1200;
const pictureHeight = 560;
const north = 80;
const south = -56;
const margin = 8;
const dotPixels = 8;
const trackHours = 42;
const trackStepHours = 3;
const windLevel = levelAt(300);

/** Weak, middling, strong. */
const windStrokes = [
  'stroke="var(--line)" stroke-width="1"',
  'stroke="var(--accent)" stroke-opacity=".14" stroke-width="1.1"',
  'stroke="var(--accent)" stroke-opacity=".26" stroke-width="1.3"',
];

/**
 * Today's wind and balloons over a map of dots: plain SVG in the colours of the page around it. It has no ids and
 * no script, so that it can stand anywhere, and nothing that moves.
 */
export function drawWindPicture(timeMs: number): string {
  const snapshot = truthAt(Math.floor(timeMs / hourMs) * hourMs);
  const lines = traceStreamlines(pictureWidth, pictureHeight, (x, y) => windAt(snapshot, x, y));
  const missions = listFlyingMissions(snapshot.timeMs);
  const tracks = missions.map((mission) => trackOf(mission, snapshot.timeMs)).filter(isOnMap);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${pictureWidth} ${pictureHeight}" fill="none" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">`,
    // A dash of no length with a round cap is a dot: a whole coast of them is one line.
    `<path stroke="currentColor" stroke-opacity=".34" stroke-width="3" stroke-dasharray="0 ${dotPixels}" d="${landDots()}"/>`,
    ...windStrokes.map(
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
  for (let y = dotPixels; y < pictureHeight; y += dotPixels) {
    const isLand = (x: number) => landShare(latitudeAt(y), longitudeAt(x)) > 0.5;
    for (let x = dotPixels / 2; x < pictureWidth; x += dotPixels) {
      if (!isLand(x)) continue;
      const first = x;
      while (isLand(x + dotPixels) && x + dotPixels < pictureWidth) x += dotPixels;
      path += `M${first} ${y}h${x - first + 1}`;
    }
  }
  return path;
}

/** The wind as pixels for each second of a picture in which everything is stretched alike. */
function windAt(snapshot: Snapshot, x: number, y: number): Point {
  const latitude = latitudeAt(y);
  const place = placeAt(latitude, longitudeAt(x));
  const eastwards = valueAt('wind_u', snapshot, windLevel, place);
  const northwards = valueAt('wind_v', snapshot, windLevel, place);
  const degreesNorth = pictureHeight / (north - south);
  return [
    (eastwards / Math.max(0.2, Math.cos(latitude * radiansPerDegree))) * (pictureWidth / 360),
    -northwards * degreesNorth,
  ];
}

function isOnMap(track: Point[]): boolean {
  const [, y] = track.at(-1)!;
  return y > margin && y < pictureHeight - margin;
}

function trackOf(mission: Mission, untilMs: number): Point[] {
  const track: Point[] = [];
  for (let hour = trackHours; hour >= 0; hour -= trackStepHours) {
    const timeMs = untilMs - hour * hourMs;
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
    if (before && Math.abs(point[0] - before[0]) > pictureWidth / 2) parts.push([]);
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
  return north - (y / pictureHeight) * (north - south);
}

function longitudeAt(x: number): number {
  return (x / pictureWidth) * 360 - 180;
}

function project(latitude: number, longitude: number): Point {
  return [
    ((wrapLongitude(longitude) + 180) / 360) * pictureWidth,
    ((north - latitude) / (north - south)) * pictureHeight,
  ];
}
