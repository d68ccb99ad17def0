import type { Point } from '../../pictures/geometry.ts';
import { partOf, readDots, readWindLines, type WindLine } from './wind-lines.ts';

/** The page sends these to the worker. Each message changes only what it names. */
export interface WindMessage {
  start?: {
    canvas: OffscreenCanvas;
    /** The SVG path of each strength of the wind, weakest first. */
    winds: string[];
    /** The SVG path of the balloons, on which nothing is drawn. */
    balloons: string;
  };
  /** One CSS colour for each strength of the wind. */
  colours?: string[];
  /** The size of the canvas in pixels, and the transformation from units of the map. */
  view?: { width: number; height: number; scale: number; x: number; y: number };
  isMoving?: boolean;
}

const state: Omit<WindMessage, 'start'> = {};
let canvas: OffscreenCanvas | undefined;
let lines: WindLine[] = [];
let balloons: Point[] = [];
let isScheduled = false;

self.onmessage = ({ data: { start, ...changes } }: MessageEvent<WindMessage>) => {
  Object.assign(state, changes);
  if (start) {
    canvas = start.canvas;
    lines = start.winds.flatMap(readWindLines);
    balloons = readDots(start.balloons);
  }
  const { view } = changes;
  if (canvas && view) Object.assign(canvas, { width: view.width, height: view.height });
  schedule();
};

function schedule(): void {
  if (!state.isMoving || isScheduled) return;
  isScheduled = true;
  requestAnimationFrame(show);
}

/** Slow wind looks the same at thirty frames a second, for half the work. */
const frameMs = 1000 / 30;
let shownAt = 0;
let elapsed = 0;

function show(now: number): void {
  isScheduled = false;
  // After a pause the dashes continue where they were.
  const passed = Math.min(now - shownAt, 100);
  schedule();
  if (passed < frameMs - 2) return;
  shownAt = now;
  elapsed += passed / 1000;
  draw();
}

/** Units of the map a second, by strength. */
const speeds = [9, 17, 30];
/** A dash and the space behind it, in units of the map. */
const dash = 22;
const spacing = 96;
/** Each dash fades towards its end. */
const fading = [0.95, 0.55, 0.25];
const balloonRadius = 6;

function draw(): void {
  const { view, colours = [] } = state;
  const context = canvas?.getContext('2d');
  if (!context || !view) return;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, view.width, view.height);
  context.setTransform(view.scale, 0, 0, view.scale, view.x, view.y);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const [strength, colour] of colours.entries()) {
    context.strokeStyle = colour;
    context.lineWidth = 1.3 + strength * 0.4;
    for (const [part, alpha] of fading.entries()) {
      context.globalAlpha = alpha;
      context.beginPath();
      for (const [index, line] of lines.entries())
        if (line.strength === strength) addDashes(context, line, part, startOf(index));
      context.stroke();
    }
  }
  context.globalAlpha = 1;
  context.globalCompositeOperation = 'destination-out';
  context.beginPath();
  for (const { x, y } of balloons) {
    context.moveTo(x, y);
    context.arc(x, y, balloonRadius, 0, 2 * Math.PI);
  }
  context.fill();
  context.globalCompositeOperation = 'source-over';
}

/** The golden ratio scatters the beginnings, so that neighbours do not move in step. */
const startOf = (index: number) => ((index * 0.618) % 1) * spacing;

function addDashes(
  context: OffscreenCanvasRenderingContext2D,
  line: WindLine,
  part: number,
  start: number,
): void {
  const step = dash / fading.length;
  const first = (start + elapsed * speeds[line.strength]!) % spacing;
  for (let head = first; head < line.length + dash; head += spacing) {
    const [from, ...others] = partOf(line, head - step * (part + 1), head - step * part);
    if (!from) continue;
    context.moveTo(from.x, from.y);
    for (const { x, y } of others) context.lineTo(x, y);
  }
}
