import { linearScale, logScale, type Tick, ticksAt } from './axes.ts';
import { compassName, formatCount, formatSigned, windSpeed } from './format.ts';
import { clipLine, type Frame, isInside, type Point } from './geometry.ts';
import type { PictureText } from './picture.ts';
import type { Convection } from './sounding/convection.ts';
import { heightBetween, type Level } from './sounding/levels.ts';
import { consecutivePairs, range } from './sounding/math.ts';
import { type Sounding, soundingOf } from './sounding/sounding.ts';
import {
  dewPointCelsius,
  liftDry,
  liftSaturated,
  vapourHpa,
  zeroCelsiusKelvin,
} from './sounding/thermodynamics.ts';
import { isUnavailable } from './sounding/unavailable.ts';
import { isSouthern } from './sounding/wind.ts';
import { numberCell, type PictureTable, windCells } from './table.ts';
import {
  defaultUnits,
  feetOf,
  formatHeight,
  formatSpeed,
  formatTemperature,
  knotsOf,
  speedUnit,
  temperatureIn,
  temperatureUnit,
  type Units,
} from './units.ts';
import { type WindBarb, windBarb } from './wind-barb.ts';

interface Air {
  pressureHpa: number;
  celsius: number;
}

type AirMark = Air & Point;
export type SkewT = ReturnType<typeof drawSkewT>;

export const skewTFrame: Frame = { left: 52, top: 14, right: 522, bottom: 562 };
const barbX = 612;
const barbSpacing = 24;
const bottomHpa = 1050;
const topHpa = 50;

const pressureScale = logScale([bottomHpa, topHpa], [skewTFrame.bottom, skewTFrame.top]);
/** The temperatures are those at the bottom of the chart. */
const temperatureScale = linearScale([-40, 45], [skewTFrame.left, skewTFrame.right]);

/** Isotherms lean to the right by 45 degrees. */
export function airAt(celsius: number, pressureHpa: number): AirMark {
  const y = pressureScale.at(pressureHpa);
  return { x: temperatureScale.at(celsius) + (skewTFrame.bottom - y), y, pressureHpa, celsius };
}

export const airAtPoint = ({ x, y }: Point): Air => ({
  pressureHpa: pressureScale.valueAt(y),
  celsius: temperatureScale.valueAt(x - (skewTFrame.bottom - y)),
});

/** Lines are cut at gaps in the data and at the frame. */
export function drawSkewT(
  sounding: Sounding,
  kind: keyof Sounding['parcels'] = 'mixed',
  units: Units = defaultUnits,
) {
  const { levels, parcels, indices } = sounding;
  const lineOf = (celsiusOf: (level: Level, index: number) => number | null) =>
    clipLine(
      levels.map((level, index) => airAt(celsiusOf(level, index) ?? Number.NaN, level.pressureHpa)),
      skewTFrame,
    );
  const lifted = parcels[kind];
  const temperature = lineOf(({ celsius }) => celsius);
  const dewPoint = lineOf((level) => (level.isDewPointDoubtful ? null : level.dewPointCelsius));
  // The level before the first doubtful one is part of both lines, so that they meet.
  const doubtfulDewPoint = lineOf((level, index) =>
    level.isDewPointDoubtful || levels[index + 1]?.isDewPointDoubtful ? level.dewPointCelsius : null,
  );
  // Both are virtual temperatures, so that they cross at the level of free convection and the equilibrium level.
  const parcelLine = (read: (point: Convection['profile'][number]) => number) =>
    isUnavailable(lifted)
      ? []
      : clipLine(
          lifted.profile.map((point) => airAt(read(point), point.pressureHpa)),
          skewTFrame,
        );
  const parcel = parcelLine(({ virtualCelsius }) => virtualCelsius);
  const ends = {
    temperature: temperature[0]?.[0],
    'dew point': [...dewPoint, ...doubtfulDewPoint][0]?.[0],
    parcel: parcel.at(-1)?.at(-1),
  };
  return {
    width: 640,
    height: 600,
    frame: skewTFrame,
    pressures: ticksAt([1000, 850, 700, 500, 400, 300, 250, 200, 150, 100, 70, 50], pressureScale),
    heights: heightTicks(levels, units),
    temperatures: ticksAt(range(-40, 40, 10), temperatureScale, (celsius) =>
      formatSigned(temperatureIn(celsius, units)),
    ),
    temperatureUnit: temperatureUnit(units),
    temperature,
    dewPoint,
    doubtfulDewPoint,
    parcel,
    virtual: parcelLine(({ airVirtualCelsius }) => airVirtualCelsius),
    labels: Object.entries(ends).flatMap(([of, point]) => (point ? [{ of, x: point.x, y: point.y }] : [])),
    barbs: windBarbsOf(levels, units),
    levels: levelMarks(isUnavailable(lifted) ? undefined : lifted),
    tropopause: isUnavailable(indices.tropopause) ? undefined : markInFrame(indices.tropopause),
  };
}

const minMarkSpacing = 13;

/** The LCL, LFC and EL at the edge of the chart. A name that would cover another one is joined with it. */
function levelMarks(lifted: Convection | undefined) {
  const named = { LCL: lifted?.condensation, LFC: lifted?.freeConvection, EL: lifted?.equilibrium };
  const marks: (Point & { label: string })[] = [];
  for (const [label, level] of Object.entries(named)) {
    const mark = level && !isUnavailable(level) ? markInFrame(level) : undefined;
    const last = marks.at(-1);
    if (mark && last && last.y - mark.y < minMarkSpacing) last.label += `, ${label}`;
    else if (mark) marks.push({ x: mark.x, y: mark.y, label });
  }
  return marks;
}

function markInFrame({ celsius, pressureHpa }: Air): AirMark | undefined {
  const mark = airAt(celsius, pressureHpa);
  return isInside(mark, skewTFrame) ? mark : undefined;
}

const heightSteps = {
  km: { metres: 1000, label: (count: number) => `${count} km` },
  ft: { metres: 1524, label: (count: number) => `${formatCount(5000 * count)} ft` },
};

/** Whole kilometres or 5,000 feet, at the pressure that the sounding has there, which varies from day to day. */
function heightTicks(levels: readonly Level[], { heights }: Units): Tick[] {
  const step = heightSteps[heights === 'ft' ? 'ft' : 'km'];
  const ticks: Tick[] = [];
  for (const [below, above] of consecutivePairs(levels)) {
    const value = Math.floor(above.altitudeMetres / step.metres);
    const altitudeMetres = value * step.metres;
    if (altitudeMetres < below.altitudeMetres) continue;
    const part = (altitudeMetres - below.altitudeMetres) / (above.altitudeMetres - below.altitudeMetres);
    const { pressureHpa } = heightBetween(below, above, part);
    if (pressureHpa <= bottomHpa && pressureHpa >= topHpa && ticks.at(-1)?.value !== value)
      ticks.push({ value, at: pressureScale.at(pressureHpa), label: step.label(value) });
  }
  return ticks;
}

function windBarbsOf(levels: readonly Level[], units: Units) {
  const isSouth = isSouthern(levels);
  const barbs: (WindBarb & Point & { altitudeMetres: number })[] = [];
  for (const { wind, pressureHpa, altitudeMetres } of levels) {
    const at = { x: barbX, y: pressureScale.at(pressureHpa) };
    const last = barbs.at(-1);
    if (!wind || !(at.y >= skewTFrame.top && at.y <= skewTFrame.bottom)) continue;
    if (last && last.y - at.y < barbSpacing) continue;
    barbs.push({ ...at, altitudeMetres, ...windBarb(wind, at, isSouth, units.wind) });
  }
  return barbs;
}

export function describeSounding({ levels, indices, leg }: Sounding, units: Units = defaultUnits): string {
  const celsius = levels.flatMap((level) => level.celsius ?? []);
  if (leg.direction === 'down') celsius.reverse();
  const [first, last] = [celsius[0], celsius.at(-1)];
  const winds = levels.flatMap(({ wind, altitudeMetres }) => (wind ? [{ ...wind, altitudeMetres }] : []));
  const [strongest] = winds.toSorted((one, other) => windSpeed(other) - windSpeed(one));
  const height = (metres: number) => formatHeight(metres, units);
  const { tropopause } = indices;
  return [
    `${leg.direction === 'up' ? 'Ascent' : 'Descent'} from ${height(leg.begin.altitudeMetres)} to ${height(leg.end.altitudeMetres)} above sea level.`,
    first !== undefined && last !== undefined && celsius.length > 1
      ? `Temperature ${last < first ? 'drops' : 'rises'} from ${formatTemperature(first, units)} to ${formatTemperature(last, units)}.`
      : 'No temperature data.',
    isUnavailable(tropopause)
      ? 'No tropopause found.'
      : `Tropopause ${tropopause.onlyMetresAbove === undefined ? '' : 'probably '}at ${height(tropopause.altitudeMetres)}.`,
    strongest
      ? `Strongest wind ${formatSpeed(windSpeed(strongest), units)} from the ${compassName(strongest)} at ${height(strongest.altitudeMetres)}.`
      : 'No wind data.',
    levels.some(({ pressureFrom }) => pressureFrom === 'standard atmosphere') &&
      'Pressure is that of the standard atmosphere.',
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
}

export function levelsTable(levels: readonly Level[], units: Units = defaultUnits): PictureTable {
  const isFeet = units.heights === 'ft';
  const warmth = (celsius: number | null) =>
    numberCell(celsius === null ? null : temperatureIn(celsius, units), 1);
  return {
    columns: [
      'Pressure (hPa)',
      `Altitude above sea level (${isFeet ? 'ft' : 'm'})`,
      `Temperature (${temperatureUnit(units)})`,
      `Dew point (${temperatureUnit(units)})`,
      `Wind (${speedUnit(units)})`,
      'Wind from (°)',
    ],
    rows: levels.map((level) => {
      const [speed, direction] = windCells(
        level.wind?.u,
        level.wind?.v,
        units.wind === 'kt' ? knotsOf(1) : 1,
      );
      return [
        numberCell(level.pressureHpa, 1),
        numberCell(isFeet ? feetOf(level.altitudeMetres) : level.altitudeMetres, 0),
        warmth(level.celsius),
        warmth(level.dewPointCelsius),
        speed,
        direction,
      ];
    }),
  };
}

export const soundingText: PictureText<'sounding'> = {
  caption({ rows }) {
    const sounding = soundingOf(rows);
    return isUnavailable(sounding) ? sounding.unavailable : describeSounding(sounding);
  },
  table({ rows }) {
    const sounding = soundingOf(rows);
    return levelsTable(isUnavailable(sounding) ? [] : sounding.levels);
  },
};

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
