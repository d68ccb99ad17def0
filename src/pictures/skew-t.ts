import { type Tick, ticksAt } from './axes.ts';
import { compassName, formatSigned, windSpeed } from './format.ts';
import { clipLine, type Point } from './geometry.ts';
import type { PictureText } from './picture.ts';
import { airAt, bottomHpa, pressureScale, skewTFrame, temperatureScale, topHpa } from './skew-t-axes.ts';
import { buoyancyAreas, levelMarks, minLabelSpacing } from './skew-t-levels.ts';
import type { Convection } from './sounding/convection.ts';
import { heightBetween, type Level } from './sounding/levels.ts';
import { consecutivePairs, range } from './sounding/math.ts';
import { type Sounding, soundingOf } from './sounding/sounding.ts';
import { isUnavailable } from './sounding/unavailable.ts';
import { isSouthern } from './sounding/wind.ts';
import { numberCell, type PictureTable, temperatureCell, windCells } from './table.ts';
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

export type SkewT = ReturnType<typeof drawSkewT>;

/** The standard levels, and two that forecasters read moisture from. */
const pressuresHpa = [1000, 925, 850, 700, 600, 500, 400, 300, 250, 200, 150, 100, 70, 50];
const barbX = 612;
const barbSpacing = 24;
/** The size of a letter on a phone. */
const phoneLetter = { width: 12.5, height: 16 };
/** The letters that the chart shows of a name after the end of its line. */
const lettersAfter: Record<string, number> = { temperature: 1, parcel: 6 };
/** Numbers at the start of a line stay above those of the mixing ratios. */
const lowestNameY = skewTFrame.bottom - 28;

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
  /** Each line from the end that has its name. */
  const named = {
    temperature: temperature.flat(),
    'dew point': [...dewPoint, ...doubtfulDewPoint].flat(),
    parcel: parcel.flat().reverse(),
  };
  const heightUnit = units.heights === 'ft' ? 'ft' : 'km';
  const marks = levelMarks(isUnavailable(lifted) ? undefined : lifted, indices, units);
  return {
    width: 640,
    height: 600,
    frame: skewTFrame,
    pressures: ticksAt(pressuresHpa, pressureScale),
    heights: heightTicks(levels, heightUnit),
    heightUnit,
    temperatures: ticksAt(range(-40, 40, 10), temperatureScale, (celsius) =>
      formatSigned(temperatureIn(celsius, units)),
    ),
    temperatureUnit: temperatureUnit(units),
    temperature,
    dewPoint,
    doubtfulDewPoint,
    parcel,
    virtual: parcelLine(({ airVirtualCelsius }) => airVirtualCelsius),
    labels: Object.entries(named).flatMap(([of, points]) => {
      const places = points.map(({ x, y }) => ({ of, x, y: Math.min(y - 6, lowestNameY) }));
      return places.find((place) => hasRoom(place, marks)) ?? [];
    }),
    barbs: windBarbsOf(levels, units),
    levels: marks,
    areas: isUnavailable(lifted) ? { cape: [], cin: [] } : buoyancyAreas(lifted),
  };
}

/**
 * Whether no label of a level covers the name of a line, also on a phone. The text of a name is on its `y`, that of a
 * label is centred on it.
 */
function hasRoom({ of, x, y }: Point & { of: string }, levels: ReturnType<typeof levelMarks>): boolean {
  const endX = x + 10 + phoneLetter.width * (lettersAfter[of] ?? 0);
  const middleY = y - phoneLetter.height / 2;
  return levels.every(
    ({ label, labelY }) =>
      Math.abs(labelY - middleY) >= minLabelSpacing ||
      endX <= skewTFrame.right - 20 - phoneLetter.width * label.length,
  );
}

const heightSteps = {
  km: { metres: 1000, label: (count: number) => `${count}` },
  ft: { metres: 1524, label: (count: number) => `${5 * count}k` },
};

/** Whole kilometres or 5,000 feet, at the pressure that the sounding has there, which varies from day to day. */
function heightTicks(levels: readonly Level[], unit: keyof typeof heightSteps): Tick[] {
  const step = heightSteps[unit];
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
  const barbs: (WindBarb & Point)[] = [];
  for (const { wind, pressureHpa } of levels) {
    const at = { x: barbX, y: pressureScale.at(pressureHpa) };
    const last = barbs.at(-1);
    if (!wind || !(at.y >= skewTFrame.top && at.y <= skewTFrame.bottom)) continue;
    if (last && last.y - at.y < barbSpacing) continue;
    barbs.push({ ...at, ...windBarb(wind, at, isSouth, units.wind) });
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
        temperatureCell(level.celsius, units),
        temperatureCell(level.dewPointCelsius, units),
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
