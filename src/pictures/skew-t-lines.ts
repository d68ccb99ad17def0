import { clipLine, type Place } from './frame.ts';
import { type AirMark, airAt, BOTTOM_HPA, skewTFrame, TOP_HPA } from './skew-t.ts';
import {
  dewPointCelsius,
  liftDry,
  liftSaturated,
  vapourHpa,
  zeroCelsiusKelvin,
} from './sounding/thermodynamics.ts';

/** One line of the chart that is there before any data. */
export interface ChartLine {
  /** °C of an isotherm, K of an adiabat, g/kg of a mixing ratio. */
  value: number;
  marks: AirMark[];
  /** What of it is inside the chart. */
  pieces: Place[][];
}

interface ChartLines {
  isotherms: ChartLine[];
  dryAdiabats: ChartLine[];
  moistAdiabats: ChartLine[];
  mixingRatios: ChartLine[];
}

/** Pressure falls by the same ratio from each to the next. */
const pressuresHpa = (from: number, to: number, count: number) =>
  Array.from({ length: count + 1 }, (_, index) => from * (to / from) ** (index / count));

const SATURATED_FROM_HPA = 1000;

export function skewTLines(): ChartLines {
  return {
    isotherms: range(-120, 40, 10).map((celsius) =>
      line(celsius, [airAt(celsius, BOTTOM_HPA), airAt(celsius, TOP_HPA)]),
    ),
    dryAdiabats: range(250, 450, 20).map((theta) =>
      line(
        theta,
        pressuresHpa(BOTTOM_HPA, TOP_HPA, 24).map((hpa) =>
          airAt(liftDry(theta, 1000, hpa) - zeroCelsiusKelvin, hpa),
        ),
      ),
    ),
    moistAdiabats: range(-10, 35, 5).map((celsius) => line(celsius, moistMarks(celsius))),
    mixingRatios: [0.4, 1, 2, 4, 7, 10, 16, 24].map((grams) =>
      line(
        grams,
        pressuresHpa(BOTTOM_HPA, 500, 6).map((hpa) =>
          airAt(dewPointCelsius(vapourHpa(grams / 1000, hpa)), hpa),
        ),
      ),
    ),
  };
}

/** Up to 200 hPa: above, a moist adiabat is a dry one. */
function moistMarks(celsius: number): AirMark[] {
  const levels = pressuresHpa(SATURATED_FROM_HPA, 200, 20);
  let kelvin = celsius + zeroCelsiusKelvin;
  return levels.map((hpa, index) => {
    if (index > 0) kelvin = liftSaturated(kelvin, levels[index - 1]!, hpa);
    return airAt(kelvin - zeroCelsiusKelvin, hpa);
  });
}

const range = (from: number, to: number, step: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);

const line = (value: number, marks: AirMark[]): ChartLine => ({
  value,
  marks,
  pieces: clipLine(marks, skewTFrame),
});
