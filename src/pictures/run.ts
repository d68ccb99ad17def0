import { linearScale, niceTicks, type Tick, timeLabel, timeTicks } from './axes.ts';
import type { Frame, Place } from './frame.ts';

/** An hour of a forecast, and when it was ready. */
export interface ReadyHour {
  hour: number;
  timeMs: number;
}

interface DrawnRun {
  width: number;
  height: number;
  frame: Frame;
  times: Tick[];
  days: Tick[];
  begin: Place;
  /** From the first hour to the last, by the time each was ready. */
  ready: Place[];
}

const frame: Frame = { left: 60, top: 34, right: 596, bottom: 206 };
const hoursADay = 24;
const daysBetweenTicks = 5;

/** Time runs to the right, and the forecast reaches further the higher its line: undefined before the first hour. */
export function drawRun(runMs: number, hours: readonly ReadyHour[]): DrawnRun | undefined {
  const [first, last] = [hours[0], hours.at(-1)];
  if (!first || !last || first === last) return undefined;
  const x = linearScale([runMs, last.timeMs], [frame.left, frame.right]);
  const y = linearScale([0, last.hour / hoursADay], [frame.bottom, frame.top]);
  return {
    width: 640,
    height: 240,
    frame,
    times: timeTicks(runMs, last.timeMs, 6).map((value) => ({
      value,
      at: x.at(value),
      label: timeLabel(value),
    })),
    days: niceTicks(0, last.hour / hoursADay, daysBetweenTicks).map((value) => ({
      value,
      at: y.at(value),
      label: `${value}`,
    })),
    begin: { x: x.at(runMs), y: frame.bottom },
    ready: hours.map(({ hour, timeMs }) => ({ x: x.at(timeMs), y: y.at(hour / hoursADay) })),
  };
}
