import { linearScale, logScale, type Scale, type Tick } from './axes.ts';
import { clipLine, type Frame, isInside, type Place } from './frame.ts';
import type { Sounding } from './sounding/sounding.ts';
import { isUnavailable } from './sounding/unavailable.ts';
import { type WindBarb, windBarb } from './wind-barb.ts';

/** A place on the chart and the air it stands for. */
export interface AirMark extends Place {
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
  temperature: Place[][];
  dewPoint: Place[][];
  /** Below -40 °C, where sensors read too dry. */
  doubtfulDewPoint: Place[][];
  parcel: Place[][];
  labels: (Place & { text: string; of: 'temperature' | 'dew point' | 'parcel' })[];
  barbs: (WindBarb & Place & { altitudeMetres: number })[];
  condensation: AirMark | undefined;
  tropopause: AirMark | undefined;
}

const SKEW_T_WIDTH = 640;
const SKEW_T_HEIGHT = 600;
export const skewTFrame: Frame = { left: 52, top: 14, right: 522, bottom: 562 };
const BARB_X = 612;
export const BOTTOM_HPA = 1050;
export const TOP_HPA = 50;
/** At the bottom of the chart. */
const LEFT_CELSIUS = -40;
const RIGHT_CELSIUS = 45;

const pressureScale = logScale([BOTTOM_HPA, TOP_HPA], [skewTFrame.bottom, skewTFrame.top]);
const temperatureScale = linearScale([LEFT_CELSIUS, RIGHT_CELSIUS], [skewTFrame.left, skewTFrame.right]);

/** Isotherms lean to the right by 45 degrees. */
export function airAt(celsius: number, pressureHpa: number): AirMark {
  const y = pressureScale.at(pressureHpa);
  return { x: temperatureScale.at(celsius) + (skewTFrame.bottom - y), y, pressureHpa, celsius };
}

export function airUnder({ x, y }: Place): { celsius: number; pressureHpa: number } {
  return {
    pressureHpa: pressureScale.valueAt(y),
    celsius: temperatureScale.valueAt(x - (skewTFrame.bottom - y)),
  };
}

export function drawSkewT(sounding: Sounding, kind: keyof Sounding['parcels'] = 'mixed'): SkewT {
  const { levels, parcels, indices } = sounding;
  const known = (celsius: number | null, pressureHpa: number) =>
    celsius === null ? { x: NaN, y: NaN } : airAt(celsius, pressureHpa);
  const clipped = (line: Place[]) => clipLine(line, skewTFrame);
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
    width: SKEW_T_WIDTH,
    height: SKEW_T_HEIGHT,
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
    barbs: barbsOf(sounding),
    condensation: isUnavailable(lifted) ? undefined : marked(lifted.condensation),
    tropopause: isUnavailable(indices.tropopause) ? undefined : marked(indices.tropopause),
  };
}

function endLabels(lines: {
  temperature: Place[][];
  dewPoint: Place[][];
  parcel: Place[][];
}): SkewT['labels'] {
  const label = (text: string, of: SkewT['labels'][number]['of'], at: Place | undefined) =>
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
    if (pressureHpa <= BOTTOM_HPA && pressureHpa >= TOP_HPA && ticks.at(-1)?.value !== value)
      ticks.push({ value, at: scale.at(pressureHpa), label: `${value} km` });
  }
  return ticks;
}

const BARBS_APART = 24;

function barbsOf({ levels }: Sounding): SkewT['barbs'] {
  const barbs: SkewT['barbs'] = [];
  for (const { wind, pressureHpa, altitudeMetres, place } of levels) {
    const at = { x: BARB_X, y: pressureScale.at(pressureHpa) };
    const last = barbs.at(-1);
    if (!wind || !(at.y >= skewTFrame.top && at.y <= skewTFrame.bottom)) continue;
    if (last && last.y - at.y < BARBS_APART) continue;
    barbs.push({ ...at, altitudeMetres, ...windBarb(wind, at, (place?.latitude ?? 0) < 0) });
  }
  return barbs;
}
