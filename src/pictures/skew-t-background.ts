import { formatSigned } from './format.ts';
import { clipLine, type Point } from './geometry.ts';
import { type AirMark, airAt, bottomHpa, skewTFrame, topHpa } from './skew-t-axes.ts';
import { range } from './sounding/math.ts';
import {
  dewPointCelsius,
  liftDry,
  liftSaturated,
  vapourHpa,
  zeroCelsiusKelvin,
} from './sounding/thermodynamics.ts';
import { defaultUnits, temperatureIn, temperatureUnit, type Units } from './units.ts';

/** A line of the background, which does not depend on data. */
export interface ChartLine {
  /** °C of an isotherm, K of an adiabat, g/kg of a mixing ratio. */
  value: number;
  marks: AirMark[];
  /** The parts inside the chart. */
  pieces: Point[][];
}

/** Pressures with equal ratios. */
const pressuresHpa = (from: number, to: number, count: number) =>
  Array.from({ length: count + 1 }, (_, index) => from * (to / from) ** (index / count));

export function backgroundLines() {
  return {
    isotherms: range(-120, 40, 10).map((celsius) =>
      chartLine(celsius, [airAt(celsius, bottomHpa), airAt(celsius, topHpa)]),
    ),
    dryAdiabats: range(250, 450, 20).map((theta) =>
      chartLine(
        theta,
        pressuresHpa(bottomHpa, topHpa, 24).map((hpa) =>
          airAt(liftDry(theta, 1000, hpa) - zeroCelsiusKelvin, hpa),
        ),
      ),
    ),
    moistAdiabats: range(-10, 35, 5).map((celsius) => chartLine(celsius, moistMarks(celsius))),
    mixingRatios: [0.4, 1, 2, 4, 7, 10, 16, 24].map((grams) =>
      chartLine(
        grams,
        pressuresHpa(bottomHpa, 500, 6).map((hpa) =>
          airAt(dewPointCelsius(vapourHpa(grams / 1000, hpa)), hpa),
        ),
      ),
    ),
  };
}

/** The line ends at 200 hPa, because a moist adiabat is a dry one above. */
function moistMarks(celsius: number): AirMark[] {
  let [kelvin, fromHpa] = [celsius + zeroCelsiusKelvin, 1000];
  return pressuresHpa(fromHpa, 200, 20).map((hpa) => {
    kelvin = liftSaturated(kelvin, fromHpa, hpa);
    fromHpa = hpa;
    return airAt(kelvin - zeroCelsiusKelvin, hpa);
  });
}

const chartLine = (value: number, marks: AirMark[]): ChartLine => ({
  value,
  marks,
  pieces: clipLine(marks, skewTFrame),
});

/** The number of a line, at one of its ends. */
export interface LineNumber extends Point {
  value: number;
  label: string;
  anchor: 'start' | 'middle';
}

const { left, top, bottom } = skewTFrame;

/**
 * The numbers of the background. Each kind has an edge of its own, so that none covers another: isotherms that the axis
 * below doesn't name are numbered above the chart, mixing ratios at its bottom, and dry adiabats where they leave it.
 */
export function backgroundNumbers(
  { isotherms, dryAdiabats, mixingRatios }: ReturnType<typeof backgroundLines>,
  units: Units = defaultUnits,
) {
  const end = ({ pieces }: ChartLine) => pieces.at(-1)?.at(-1);
  const isAtTop = (point: Point) => point.y < top + 1;
  /** The last number has the unit, and begins where it would without it. */
  const withUnit = (numbers: LineNumber[], unit: string) =>
    numbers.map((each, index) =>
      index === numbers.length - 1
        ? {
            ...each,
            x: each.x - 4.5 * each.label.length,
            label: `${each.label} ${unit}`,
            anchor: 'start' as const,
          }
        : each,
    );
  return {
    isotherms: withUnit(
      isotherms.flatMap((line) => {
        const point = end(line);
        if (!point || !isAtTop(point)) return [];
        const label = formatSigned(Math.round(temperatureIn(line.value, units)));
        return [{ value: line.value, x: point.x, y: top - 7, label, anchor: 'middle' as const }];
      }),
      temperatureUnit(units),
    ),
    dryAdiabats: withUnit(
      dryAdiabats.flatMap((line): LineNumber[] => {
        const point = end(line);
        if (!point) return [];
        const { value } = line;
        const label = `${value}`;
        return isAtTop(point)
          ? [{ value, x: point.x + 6, y: top + 19, label, anchor: 'middle' }]
          : [{ value, x: left + 4, y: point.y + 4, label, anchor: 'start' }];
      }),
      'K',
    ),
    mixingRatios: withUnit(
      mixingRatios.flatMap(({ value, marks: [first] }): LineNumber[] =>
        first ? [{ value, x: first.x, y: bottom - 6, label: `${value}`, anchor: 'middle' }] : [],
      ),
      'g/kg',
    ),
  };
}
