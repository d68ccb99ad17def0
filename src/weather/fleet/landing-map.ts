import type { Coordinates } from '../../api/data-api.ts';
import type { LandingMap, SiteSummary } from '../../content/contract.ts';
import { isSandboxed } from '../../content/sandbox.ts';
import { coast } from '../../pictures/earth/coast.ts';
import { drawFleet, wideMap } from '../../pictures/fleet-map.ts';
import { type Point, simplifyLine, svgPath } from '../../pictures/geometry.ts';
import { type Flow, traceStreamlines } from '../../pictures/overlays/streamlines.ts';
import { windAt } from '../../pictures/overlays/wind-lines.ts';
import { radians } from '../../pictures/sounding/math.ts';
import type { Config } from '../../platform/config.ts';
import { inSlices, type LongWork } from '../../platform/long-work.ts';
import { formatMinute, hourMs, minuteMs } from '../../time.ts';
import type { FleetSnapshot } from '../contract.ts';
import { sourceFor } from '../provider/source-for.ts';
import { valueAt } from '../sandbox/atmosphere/atmosphere.ts';
import { levelAt, placeAt } from '../sandbox/atmosphere/geometry.ts';
import { truthAt } from '../sandbox/forecasts/forecast-snapshots.ts';
import { createSandbox } from '../sandbox/sandbox.ts';
import type { WeatherSource } from '../source.ts';
import { readFirstAnswer } from './first-answer.ts';
import { type FleetFeed, fleetStepMs, readFleet } from './fleet-feed.ts';

/** Drawing the provider's fleet takes about a hundred calls an hour for fifty balloons. */
const providerFleetEveryMs = 30 * minuteMs;

/**
 * How the landing page's map is drawn: from the sandbox, or from the provider's API with the operator's key. Real
 * balloons are never drawn in simulated wind, nor simulated balloons in real wind.
 */
export function landingMap(
  { demoKey }: Config,
  { hosts, sandbox, weather: hasWeather }: Pick<SiteSummary, 'hosts' | 'sandbox' | 'weather'>,
  feed: FleetFeed,
) {
  if (isSandboxed(sandbox, 'data')) {
    const draw = async () => {
      const { fleet } = await feed.read();
      if (sandbox !== 'both') return drawLandingMap(fleet, undefined);
      const timeMs = Date.parse(fleet.time);
      const firstAnswer = await readFirstAnswer(createSandbox(() => timeMs));
      return { ...(await drawLandingMap(fleet, sandboxWind(timeMs))), firstAnswer };
    };
    return { draw, everyMs: fleetStepMs };
  }
  if (!demoKey || !hasWeather) return undefined;
  const weather = sourceFor({ sandbox, weather: undefined, hosts })(demoKey);
  const draw = async () => {
    const timeMs = Date.now();
    const fleet = await readFleet(weather, { timeMs, hasPaths: false });
    if (sandbox) return drawLandingMap(fleet, undefined);
    const firstAnswer = await readFirstAnswer(weather).catch(() => undefined);
    return { ...(await drawLandingMap(fleet, await readForecastWind(weather, timeMs))), firstAnswer };
  };
  return { draw, everyMs: providerFleetEveryMs, isRemote: true };
}

export async function drawLandingMap(fleet: FleetSnapshot, wind: WindAt | undefined): Promise<LandingMap> {
  const caption = [
    `${fleet.balloons.length} balloons aloft`,
    ...(wind ? [`wind at ${windLevelHpa} hPa`] : []),
    formatMinute(Date.parse(fleet.time)),
  ];
  return {
    picture: await inSlices(drawPicture(fleet, wind)),
    caption: caption.join(' · '),
    windSpeeds: wind && streams.strengths,
  };
}

type WindAt = (at: Coordinates) => { u: number; v: number };

/** Jet streams are strongest at about this pressure. */
const windLevelHpa = 300;

export function sandboxWind(timeMs: number): WindAt {
  const snapshot = truthAt(timeMs);
  const level = levelAt(windLevelHpa);
  return ({ latitude, longitude }) => {
    const place = placeAt(latitude, longitude);
    return { u: valueAt('wind_u', snapshot, level, place), v: valueAt('wind_v', snapshot, level, place) };
  };
}

/** Wind from the provider's grid files of the current hour; undefined if they cannot be loaded or read. */
export async function readForecastWind(
  weather: Pick<WeatherSource, 'readField'>,
  nowMs: number,
): Promise<WindAt | undefined> {
  const hour = { series: { model: 'main' }, timeMs: Math.floor(nowMs / hourMs) * hourMs } as const;
  const read = async (name: 'wind_u' | 'wind_v') => {
    const choice = { kind: 'upper', name, levelsHpa: [windLevelHpa] } as const;
    const { longitudes, rows } = await weather.readField(hour, choice, {});
    const values = (await Array.fromAsync(rows)).flatMap((row) => [...row]);
    return { stepDegrees: 360 / longitudes.length, values };
  };
  try {
    const grids = { u: await read('wind_u'), v: await read('wind_v') };
    return (at) => windAt(grids, at);
  } catch {
    return undefined;
  }
}

const { width, height } = wideMap;
const margin = 6;
/** Thinned lines have half as many points and look the same. */
const tolerance = 0.7;
/** The newest part of a track is drawn stronger. */
const newestPositions = 7;

const streams = { width, height, apart: 12, strengths: [12, 24] } as const;
/** One stroke for each strength of the wind. The page's code finds the lines by their attribute and moves dashes along them. */
const windStrokes = [
  'stroke="var(--muted)" stroke-opacity=".3"',
  'stroke="var(--accent)" stroke-opacity=".34" stroke-width="1.2"',
  'stroke="var(--accent)" stroke-opacity=".62" stroke-width="1.5"',
];

/**
 * Coasts, wind and every balloon with its last day, as plain SVG in the colours of the page. It has no ids and no
 * script, so that it can be inserted anywhere.
 */
function* drawPicture({ balloons }: FleetSnapshot, wind: WindAt | undefined): LongWork<string> {
  const winds = wind ? yield* traceStreamlines(streams, flowOf(wind)) : [];
  const draw = (positions: number) =>
    drawFleet(
      balloons.map((balloon) => ({ ...balloon, track: balloon.track.slice(-positions) })),
      wideMap,
    ).filter(({ head }) => head && head.y > margin && head.y < height - margin);
  const drawn = draw(Number.POSITIVE_INFINITY);
  const heads = drawn.flatMap(({ head }) => head ?? []);
  const tracks = (of: typeof drawn) => linePath(of.flatMap(({ track }) => track));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMid slice" fill="none" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true" focusable="false">`,
    `<path fill="var(--drawn-land)" stroke="var(--field-line)" stroke-width=".6" d="${coastPath()}"/>`,
    ...winds.map((lines, strength) => `<path data-wind ${windStrokes[strength]} d="${linePath(lines)}"/>`),
    `<path stroke="var(--fleet-mark)" stroke-opacity=".45" stroke-width="1.4" d="${tracks(drawn)}"/>`,
    `<path stroke="var(--fleet-mark)" stroke-width="2" d="${tracks(draw(newestPositions))}"/>`,
    `<path stroke="var(--fleet-mark)" stroke-opacity=".22" stroke-width="15" d="${dotPath(heads)}"/>`,
    `<path data-balloons stroke="var(--fleet-mark)" stroke-width="6.5" d="${dotPath(heads)}"/>`,
    '</svg>',
  ].join('');
}

/** The wind in units of the map, where a degree of longitude spans fewer metres towards the poles. */
function flowOf(read: WindAt): Flow {
  return (at) => {
    const position = wideMap.unproject(at);
    const { u, v } = read(position);
    const stretch = Math.max(0.2, Math.cos(radians(position.latitude)));
    return { x: u / stretch, y: -v, metresPerSecond: Math.hypot(u, v) };
  };
}

/** Coasts that lie south of the map are left out. */
function coastPath(): string {
  const rings = coast
    .map((ring) => unwrapRing(ring.map(([longitude, latitude]) => wideMap.project({ latitude, longitude }))))
    .filter((ring) => ring.some(({ y }) => y < height));
  return svgPath(
    rings.flatMap(onBothSides).map((ring) => simplifyLine(ring, tolerance)),
    { decimals: 0, close: true },
  );
}

/** A ring across the date line continues beyond the edge of the map. */
function unwrapRing(ring: Point[]): Point[] {
  let turns = 0;
  return ring.map(({ x, y }, index) => {
    const before = ring[index - 1]?.x ?? x;
    if (Math.abs(x - before) > width / 2) turns += x < before ? 1 : -1;
    return { x: x + turns * width, y };
  });
}

function onBothSides(ring: Point[]): Point[][] {
  const shifted = (by: number) => ring.map(({ x, y }) => ({ x: x + by, y }));
  if (ring.some(({ x }) => x > width)) return [ring, shifted(-width)];
  return ring.some(({ x }) => x < 0) ? [ring, shifted(width)] : [ring];
}

const linePath = (lines: Point[][]) =>
  svgPath(
    lines.map((line) => simplifyLine(line, tolerance)),
    { decimals: 0 },
  );

/** A line of no length with round ends is a dot. */
const dotPath = (places: Point[]) =>
  places.map(({ x, y }) => `M${Math.round(x)} ${Math.round(y)}h0`).join('');
