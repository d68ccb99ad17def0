import { linearScale, logScale } from './axes.ts';
import { type Frame, isInside, type Point } from './geometry.ts';

interface Air {
  pressureHpa: number;
  celsius: number;
}

export type AirMark = Air & Point;

export const skewTFrame: Frame = { left: 52, top: 30, right: 522, bottom: 562 };
export const bottomHpa = 1050;
export const topHpa = 50;

export const pressureScale = logScale([bottomHpa, topHpa], [skewTFrame.bottom, skewTFrame.top]);
/** The temperatures are those at the bottom of the chart. */
export const temperatureScale = linearScale([-40, 45], [skewTFrame.left, skewTFrame.right]);

/** Isotherms lean to the right by 45 degrees. */
export function airAt(celsius: number, pressureHpa: number): AirMark {
  const y = pressureScale.at(pressureHpa);
  return { x: temperatureScale.at(celsius) + (skewTFrame.bottom - y), y, pressureHpa, celsius };
}

export const airAtPoint = ({ x, y }: Point): Air => ({
  pressureHpa: pressureScale.valueAt(y),
  celsius: temperatureScale.valueAt(x - (skewTFrame.bottom - y)),
});

export function markInFrame({ celsius, pressureHpa }: Air): AirMark | undefined {
  const mark = airAt(celsius, pressureHpa);
  return isInside(mark, skewTFrame) ? mark : undefined;
}
