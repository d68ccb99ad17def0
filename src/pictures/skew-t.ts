import { linearScale, logScale, type Scale, type Tick } from './axes.ts';
import { formatDegrees, formatDirection, windSpeed } from './format.ts';
import { clipLine, type Frame, isInside, type Point } from './geometry.ts';
import type { PictureOf } from './picture.ts';
import type { Level } from './sounding/levels.ts';
import { type Sounding, soundingOf } from './sounding/sounding.ts';
import {
  dewPointCelsius,
  liftDry,
  liftSaturated,
  vapourHpa,
  zeroCelsiusKelvin,
} from './sounding/thermodynamics.ts';
import { isUnavailable, kilometres } from './sounding/unavailable.ts';
import { numberCell, type PictureTable, windCells } from './table.ts';
import { type WindBarb, windBarb } from './wind-barb.ts';

/** A place on the chart and the air it stands for. */
interface AirMark extends Point {
  pressureHpa: number;
  celsius: number;
}

export interface SkewT {
  width: number;
  height: number;
  frame: Frame;
  pressures: Tick[];
  heights: Tick[];
  temperatures: Tick[];
  /** In pieces, where there are gaps or the chart ends. */
  temperature: Point[][];
  dewPoint: Point[][];
  /** Below -40 °C, where sensors read too dry. */
  doubtfulDewPoint: Point[][];
  parcel: Point[][];
  labels: (Point & { text: string; of: 'temperature' | 'dew point' | 'parcel' })[];
  barbs: (WindBarb & Point & { altitudeMetres: number })[];
  condensation: AirMark | undefined;
  tropopause: AirMark | undefined;
}

const skewTWidth = 640;
const skewTHeight = 600;
export const skewTFrame: Frame = { left: 52, top: 14, right: 522, bottom: 562 };
const barbX = 612;
const bottomHpa = 1050;
const topHpa = 50;
/** At the bottom of the chart. */
const leftCelsius = -40;
const rightCelsius = 45;

const pressureScale = logScale([bottomHpa, topHpa], [skewTFrame.bottom, skewTFrame.top]);
const temperatureScale = linearScale([leftCelsius, rightCelsius], [skewTFrame.left, skewTFrame.right]);

/** Isotherms lean to the right by 45 degrees. */
export function airAt(celsius: number, pressureHpa: number): AirMark {
  const y = pressureScale.at(pressureHpa);
  return { x: temperatureScale.at(celsius) + (skewTFrame.bottom - y), y, pressureHpa, celsius };
}

export function airAtPoint({ x, y }: Point): { celsius: number; pressureHpa: number } {
  return {
    pressureHpa: pressureScale.valueAt(y),
    celsius: temperatureScale.valueAt(x - (skewTFrame.bottom - y)),
  };
}

export function drawSkewT(sounding: Sounding, kind: keyof Sounding['parcels'] = 'mixed'): SkewT {
  const { levels, parcels, indices } = sounding;
  const known = (celsius: number | null, pressureHpa: number) =>
    celsius === null ? { x: NaN, y: NaN } : airAt(celsius, pressureHpa);
  const clipped = (line: Point[]) => clipLine(line, skewTFrame);
  const temperature = clipped(levels.map(({ celsius, pressureHpa }) => known(celsius, pressureHpa)));
  const dewPoints = levels.map(({ dewPointCelsius, pressureHpa }) => known(dewPointCelsius, pressureHpa));
  const isDoubtful = levels.map((level) => level.isDewPointDoubtful);
  // The one that joins the two belongs to both.
  const believed = dewPoints.map((mark, index) => (isDoubtful[index] ? { x: NaN, y: NaN } : mark));
  const doubtful = dewPoints.map((mark, index) =>
    isDoubtful[index] || isDoubtful[index + 1] ? mark : { x: NaN, y: NaN },
  );
  const lifted = parcels[kind];
  const parcel = isUnavailable(lifted)
    ? []
    : clipped(lifted.path.map(({ celsius, pressureHpa }) => airAt(celsius, pressureHpa)));
  const dewPoint = clipped(believed);
  const doubtfulDewPoint = clipped(doubtful);
  const marked = (level: { celsius: number; pressureHpa: number }) => {
    const mark = airAt(level.celsius, level.pressureHpa);
    return isInside(mark, skewTFrame) ? mark : undefined;
  };
  return {
    width: skewTWidth,
    height: skewTHeight,
    frame: skewTFrame,
    pressures: [1000, 850, 700, 500, 400, 300, 250, 200, 150, 100, 70, 50].map((value) => ({
      value,
      at: pressureScale.at(value),
      label: `${value}`,
    })),
    heights: heightTicks(sounding, pressureScale),
    temperatures: [-40, -30, -20, -10, 0, 10, 20, 30, 40].map((value) => ({
      value,
      at: temperatureScale.at(value),
      label: `${value}`.replace('-', '−'),
    })),
    temperature,
    dewPoint,
    doubtfulDewPoint,
    parcel,
    labels: endLabels({ temperature, dewPoint: [...dewPoint, ...doubtfulDewPoint], parcel }),
    barbs: windBarbsOf(sounding),
    condensation: isUnavailable(lifted) ? undefined : marked(lifted.condensation),
    tropopause: isUnavailable(indices.tropopause) ? undefined : marked(indices.tropopause),
  };
}

function endLabels(lines: {
  temperature: Point[][];
  dewPoint: Point[][];
  parcel: Point[][];
}): SkewT['labels'] {
  const label = (text: string, of: SkewT['labels'][number]['of'], at: Point | undefined) =>
    at ? [{ text, of, x: at.x, y: at.y }] : [];
  return [
    ...label('T', 'temperature', lines.temperature[0]?.[0]),
    ...label('Td', 'dew point', lines.dewPoint[0]?.[0]),
    ...label('parcel', 'parcel', lines.parcel.at(-1)?.at(-1)),
  ];
}

/** Whole kilometres, where the sounding has their pressure: it is not the same every day. */
function heightTicks({ levels }: Sounding, scale: Scale): Tick[] {
  const ticks: Tick[] = [];
  for (let index = 1; index < levels.length; index++) {
    const [below, above] = [levels[index - 1]!, levels[index]!];
    const value = Math.floor(above.altitudeMetres / 1000);
    if (value * 1000 < below.altitudeMetres) continue;
    const part = (value * 1000 - below.altitudeMetres) / (above.altitudeMetres - below.altitudeMetres);
    const pressureHpa = below.pressureHpa * (above.pressureHpa / below.pressureHpa) ** part;
    if (pressureHpa <= bottomHpa && pressureHpa >= topHpa && ticks.at(-1)?.value !== value)
      ticks.push({ value, at: scale.at(pressureHpa), label: `${value} km` });
  }
  return ticks;
}

const barbSpacing = 24;

function windBarbsOf({ levels }: Sounding): SkewT['barbs'] {
  const barbs: SkewT['barbs'] = [];
  for (const { wind, pressureHpa, altitudeMetres, place } of levels) {
    const at = { x: barbX, y: pressureScale.at(pressureHpa) };
    const last = barbs.at(-1);
    if (!wind || !(at.y >= skewTFrame.top && at.y <= skewTFrame.bottom)) continue;
    if (last && last.y - at.y < barbSpacing) continue;
    barbs.push({ ...at, altitudeMetres, ...windBarb(wind, at, (place?.latitude ?? 0) < 0) });
  }
  return barbs;
}

export function describeSounding({ levels, indices, leg }: Sounding): string {
  const warm = levels.filter(({ celsius }) => celsius !== null);
  const [lowest, highest] = [warm[0], warm.at(-1)];
  const [first, last] = leg.direction === 'up' ? [lowest, highest] : [highest, lowest];
  const windy = levels.filter(({ wind }) => wind !== null);
  const strongest = windy.reduce<(typeof windy)[number] | undefined>(
    (best, each) => (!best || windSpeed(each.wind!) > windSpeed(best.wind!) ? each : best),
    undefined,
  );
  const parts = [
    first && last && first !== last
      ? `temperature ${last.celsius! < first.celsius! ? 'falls' : 'rises'} from ${formatDegrees(first.celsius!)} to ${formatDegrees(last.celsius!)} °C`
      : 'no temperature was measured',
    isUnavailable(indices.tropopause)
      ? 'no tropopause was reached'
      : `tropopause at ${kilometres(indices.tropopause.altitudeMetres)}`,
    strongest
      ? `strongest wind ${Math.round(windSpeed(strongest.wind!))} m/s ${formatDirection(strongest.wind!)} at ${kilometres(strongest.altitudeMetres)}`
      : 'no wind was measured',
  ];
  const way = leg.direction === 'up' ? 'Going up' : 'Going down';
  const ends = `${kilometres(leg.begin.altitudeMetres)} to ${kilometres(leg.end.altitudeMetres)}`;
  return `${way} from ${ends}: ${parts.join('; ')}.`;
}

export function soundingTable(rows: PictureOf<'sounding'>['rows']): PictureTable {
  const sounding = soundingOf(rows);
  return levelsTable(isUnavailable(sounding) ? [] : sounding.levels);
}

export function levelsTable(levels: readonly Level[]): PictureTable {
  return {
    columns: ['hPa', 'Altitude m', '°C', 'Dew point °C', 'Wind m/s', 'From °'],
    rows: levels.map((level) => [
      numberCell(level.pressureHpa, 1),
      numberCell(level.altitudeMetres, 0),
      numberCell(level.celsius, 1),
      numberCell(level.dewPointCelsius, 1),
      ...windCells(level.wind?.u ?? null, level.wind?.v ?? null),
    ]),
  };
}

/** One line of the chart that is there before any data. */
export interface ChartLine {
  /** °C of an isotherm, K of an adiabat, g/kg of a mixing ratio. */
  value: number;
  marks: AirMark[];
  /** What of it is inside the chart. */
  pieces: Point[][];
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

const moistFromHpa = 1000;

export function backgroundLines(): ChartLines {
  return {
    isotherms: valuesBetween(-120, 40, 10).map((celsius) =>
      chartLine(celsius, [airAt(celsius, bottomHpa), airAt(celsius, topHpa)]),
    ),
    dryAdiabats: valuesBetween(250, 450, 20).map((theta) =>
      chartLine(
        theta,
        pressuresHpa(bottomHpa, topHpa, 24).map((hpa) =>
          airAt(liftDry(theta, 1000, hpa) - zeroCelsiusKelvin, hpa),
        ),
      ),
    ),
    moistAdiabats: valuesBetween(-10, 35, 5).map((celsius) => chartLine(celsius, moistMarks(celsius))),
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

/** Up to 200 hPa: above, a moist adiabat is a dry one. */
function moistMarks(celsius: number): AirMark[] {
  const levels = pressuresHpa(moistFromHpa, 200, 20);
  let kelvin = celsius + zeroCelsiusKelvin;
  return levels.map((hpa, index) => {
    if (index > 0) kelvin = liftSaturated(kelvin, levels[index - 1]!, hpa);
    return airAt(kelvin - zeroCelsiusKelvin, hpa);
  });
}

const valuesBetween = (from: number, to: number, step: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);

const chartLine = (value: number, marks: AirMark[]): ChartLine => ({
  value,
  marks,
  pieces: clipLine(marks, skewTFrame),
});
