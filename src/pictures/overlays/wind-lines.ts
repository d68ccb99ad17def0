import type { Coordinates } from '../../api/data-api.ts';
import { type EarthMap, sampleMap } from '../earth-map.ts';
import type { Point } from '../geometry.ts';
import { gridValueAt } from '../grid.ts';
import type { Grid } from '../picture.ts';
import { clamp, radians } from '../sounding/math.ts';
import { type Flow, traceStreamlines } from './streamlines.ts';

export interface WindGrids {
  /** The wind component towards the east. */
  u: Grid;
  /** The wind component towards the north. */
  v: Grid;
}

/** The speeds at which medium wind and a jet stream begin, in m/s. */
const windStrengths = [15, 30] as const;

export const speedGrid = ({ u, v }: WindGrids): Grid => ({
  ...u,
  values: u.values.map((each, index) => Math.hypot(each, v.values[index] ?? Number.NaN)),
});

export const windAt = ({ u, v }: WindGrids, at: Coordinates) => ({
  u: gridValueAt(u, at),
  v: gridValueAt(v, at),
});

const flowStep = 8;

/** Streamlines of weak, medium and strong wind, with an arrow head in the middle of each. */
export function windLines(
  wind: WindGrids,
  earth: EarthMap,
  apart: number,
): { strength: number; lines: Point[][] }[] {
  const { width, height } = earth;
  const streams = { width, height, apart, strengths: windStrengths };
  const tracing = traceStreamlines(streams, flowOn(wind, earth));
  let step = tracing.next();
  while (!step.done) step = tracing.next();
  return step.value.map((lines, strength) => ({
    strength,
    lines: lines.flatMap((line) => [line, arrowHead(line, apart / 4)]),
  }));
}

/** The flow is computed at some points; others take the value of the nearest one. */
function flowOn(wind: WindGrids, earth: EarthMap): Flow {
  const { columns, rows, step, origin, coordinates } = sampleMap(earth, flowStep);
  const flows = coordinates.map((at, index) => {
    const x = origin.x + (index % columns) * step;
    const y = origin.y + Math.floor(index / columns) * step;
    const seen = earth.project(at);
    const isEarth = seen && Math.hypot(seen.x - x, seen.y - y) < step / 2;
    return isEarth ? flowAt(wind, earth, at, seen) : noFlow;
  });
  return ({ x, y }) => {
    const column = clamp(Math.round((x - origin.x) / step), 0, columns - 1);
    const row = clamp(Math.round((y - origin.y) / step), 0, rows - 1);
    return flows[row * columns + column]!;
  };
}

const noFlow = { x: 0, y: 0, metresPerSecond: 0 };
const shortStepDegrees = 0.5;

/** The direction of the wind in the picture is where it carries a parcel in a short time. */
function flowAt(wind: WindGrids, earth: EarthMap, at: Coordinates, from: Point): ReturnType<Flow> {
  const { u, v } = windAt(wind, at);
  const metresPerSecond = Math.hypot(u, v);
  const share = shortStepDegrees / (metresPerSecond || 1);
  const stretch = Math.max(0.05, Math.cos(radians(at.latitude)));
  const to = earth.project({
    latitude: at.latitude + v * share,
    longitude: at.longitude + (u * share) / stretch,
  });
  if (!to) return noFlow;
  return { x: to.x - from.x, y: to.y - from.y, metresPerSecond };
}

/** An arrow head in the middle of a line. */
function arrowHead(line: readonly Point[], size: number): Point[] {
  const middle = line.length >> 1;
  const [tip, before] = [line[middle]!, line[middle - 1]!];
  const angle = Math.atan2(tip.y - before.y, tip.x - before.x);
  const back = (turn: number) => ({
    x: tip.x - size * Math.cos(angle + turn),
    y: tip.y - size * Math.sin(angle + turn),
  });
  return [back(0.6), tip, back(-0.6)];
}
