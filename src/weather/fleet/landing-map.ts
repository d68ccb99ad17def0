import { coast } from '../../pictures/earth/coast.ts';
import { placeOnWideMap, wideMap } from '../../pictures/earth/wide-map.ts';
import type { Place } from '../../pictures/frame.ts';
import { traceStreamlines } from '../../pictures/overlays/streamlines.ts';
import { pathOf, thinLine } from '../../pictures/path.ts';
import type { LongWork } from '../../platform/long-work.ts';
import type { FleetPosition, FleetSnapshot } from '../contract.ts';
import { flowOf, type WindAt } from './wind.ts';

const { width, height } = wideMap;
const margin = 6;
/** Half as many points, and no difference to be seen. */
const tolerance = 0.7;
/** The newest part of a track is drawn stronger. */
const newestPoints = 7;

const streams = { width, height, apart: 12, strengths: [12, 24] } as const;
/** Weak, middling, strong. */
const windStrokes = [
  'stroke="var(--muted)" stroke-opacity=".3"',
  'stroke="var(--accent)" stroke-opacity=".34" stroke-width="1.2"',
  'stroke="var(--accent)" stroke-opacity=".62" stroke-width="1.5"',
];

/**
 * Coasts, the wind and every balloon with its last day: plain SVG in the colours of the page around it. It has no
 * ids and no script, so that it can stand anywhere, and nothing that moves.
 */
export function* drawFleet({ balloons }: FleetSnapshot, wind: WindAt | undefined): LongWork<string> {
  const winds = wind ? yield* traceStreamlines(streams, flowOf(wind)) : [];
  const tracks = balloons.map(({ track }) => track.map(placeOf)).filter(isOnMap);
  const heads = tracks.map((track) => track.at(-1)!);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice" fill="none" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">`,
    `<path fill="var(--drawn-land)" stroke="var(--field-line)" stroke-width=".6" d="${coastPath()}"/>`,
    ...winds.map((lines, strength) => `<path ${windStrokes[strength]} d="${linePath(lines)}"/>`),
    `<path stroke="var(--fleet-balloon)" stroke-opacity=".45" stroke-width="1.4" d="${linePath(tracks.flatMap(broken))}"/>`,
    `<path stroke="var(--fleet-balloon)" stroke-width="2" d="${linePath(tracks.flatMap((track) => broken(track.slice(-newestPoints))))}"/>`,
    `<path stroke="var(--fleet-balloon)" stroke-opacity=".22" stroke-width="15" d="${dotPath(heads)}"/>`,
    `<path stroke="var(--fleet-balloon)" stroke-width="6.5" d="${dotPath(heads)}"/>`,
    '</svg>',
  ].join('');
}

/** South of the map lies a continent that is none of its business. */
function coastPath(): string {
  const rings = coast
    .map((ring) => whole(ring.map(([longitude, latitude]) => placeOnWideMap({ latitude, longitude }))))
    .filter((ring) => ring.some(({ y }) => y < height));
  return pathOf(
    rings.flatMap(onBothSides).map((ring) => thinLine(ring, tolerance)),
    { decimals: 0, close: true },
  );
}

/** What lies across the date line goes on beyond the edge of the map. */
function whole(ring: Place[]): Place[] {
  let turns = 0;
  return ring.map(({ x, y }, index) => {
    const before = ring[index - 1]?.x ?? x;
    if (Math.abs(x - before) > width / 2) turns += x < before ? 1 : -1;
    return { x: x + turns * width, y };
  });
}

function onBothSides(ring: Place[]): Place[][] {
  const shifted = (by: number) => ring.map(({ x, y }) => ({ x: x + by, y }));
  if (ring.some(({ x }) => x > width)) return [ring, shifted(-width)];
  return ring.some(({ x }) => x < 0) ? [ring, shifted(width)] : [ring];
}

const placeOf = ([latitude, longitude]: FleetPosition) => placeOnWideMap({ latitude, longitude });

function isOnMap(track: Place[]): boolean {
  const { y } = track.at(-1)!;
  return y > margin && y < height - margin;
}

/** A track that leaves the map on one side goes on at the other. */
function broken(track: Place[]): Place[][] {
  const parts: Place[][] = [[]];
  for (const [index, place] of track.entries()) {
    const before = track[index - 1] ?? place;
    if (Math.abs(place.x - before.x) > width / 2) parts.push([]);
    parts.at(-1)!.push(place);
  }
  return parts.filter((part) => part.length > 1);
}

const linePath = (lines: Place[][]) =>
  pathOf(
    lines.map((line) => thinLine(line, tolerance)),
    { decimals: 0 },
  );

/** A line of no length with round ends is a dot. */
const dotPath = (places: Place[]) =>
  places.map(({ x, y }) => `M${Math.round(x)} ${Math.round(y)}h0`).join('');
