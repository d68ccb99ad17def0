import type { Point } from './geometry.ts';
import { type AirMark, airAt, markInFrame, skewTFrame } from './skew-t-axes.ts';
import type { Convection } from './sounding/convection.ts';
import type { NamedLevel } from './sounding/levels.ts';
import { clamp, consecutivePairs, interpolate } from './sounding/math.ts';
import type { Sounding } from './sounding/sounding.ts';
import { isUnavailable, type OrUnavailable } from './sounding/unavailable.ts';
import { formatHeight, type Units } from './units.ts';

const { left, top, right, bottom } = skewTFrame;

/** A level with its name and number. The label may be moved up or down so that none covers another. */
interface LevelMark extends AirMark {
  label: string;
  labelY: number;
}

/** On a phone a line of text has this height in units of the chart. */
export const minLabelSpacing = 20;
/** The numbers of the background are above and below. */
const [highestLabelY, lowestLabelY] = [top + 40, bottom - 38];

/** The levels that forecasters look for, in the order from the bottom. */
export function levelMarks(
  lifted: Convection | undefined,
  { freezingLevel, tropopause }: Sounding['indices'],
  units: Units,
): LevelMark[] {
  const named: [name: string, level: OrUnavailable<NamedLevel> | undefined][] = [
    ['LCL', lifted?.condensation],
    ['LFC', lifted?.freeConvection],
    ['EL', lifted?.equilibrium],
    ['Tropopause', tropopause],
    ...(isUnavailable(freezingLevel) ? [] : freezingLevel.levels).map((level): [string, NamedLevel] => [
      '0 °C',
      level,
    ]),
  ];
  const marks = named.flatMap(([name, level]) => {
    if (!level || isUnavailable(level)) return [];
    const mark = markInFrame(level);
    return mark ? [{ ...mark, label: `${name} ${levelNumber(level, units)}`, labelY: mark.y }] : [];
  });
  return spreadLabels(marks.sort((one, other) => other.y - one.y));
}

/** "912 hPa", "1.2 km" or "3,900 ft", as in the table of indices. */
export const levelNumber = ({ pressureHpa, altitudeMetres }: NamedLevel, units: Units) =>
  units.heights === 'hpa' ? `${Math.round(pressureHpa)} hPa` : formatHeight(altitudeMetres, units);

/** Moves labels up where they would cover the one below, and then down where they would leave the chart. */
function spreadLabels(marks: LevelMark[]): LevelMark[] {
  let below = lowestLabelY + minLabelSpacing;
  for (const mark of marks) {
    mark.labelY = Math.min(mark.labelY, below - minLabelSpacing);
    below = mark.labelY;
  }
  let above = highestLabelY - minLabelSpacing;
  for (const mark of marks.toReversed()) {
    mark.labelY = Math.max(mark.labelY, above + minLabelSpacing);
    above = mark.labelY;
  }
  return marks;
}

type Step = { y: number; parcelX: number; airX: number };

/**
 * The areas between parcel and air that CAPE and CIN measure, cut at the frame: positive buoyancy above the level of
 * free convection, and negative buoyancy below it.
 */
export function buoyancyAreas({ profile, freeConvection }: Convection): Record<'cape' | 'cin', Point[][]> {
  const areas: Record<'cape' | 'cin', Point[][]> = { cape: [], cin: [] };
  if (isUnavailable(freeConvection)) return areas;
  const freeY = airAt(0, freeConvection.pressureHpa).y;
  const steps = profile.map(
    ({ pressureHpa, virtualCelsius, airVirtualCelsius }): Step => ({
      y: airAt(0, pressureHpa).y,
      parcelX: airAt(virtualCelsius, pressureHpa).x,
      airX: airAt(airVirtualCelsius, pressureHpa).x,
    }),
  );
  let area: Step[] = [];
  let kind: 'cape' | 'cin' | undefined;
  const close = () => {
    if (kind && area.length > 1) areas[kind].push(outlineOf(area));
    area = [];
  };
  for (const [below, above] of consecutivePairs(steps).flatMap(splitAtCrossing)) {
    const excess = below.parcelX - below.airX + above.parcelX - above.airX;
    const isFree = below.y <= freeY + 1e-6;
    const next = excess > 0 && isFree ? 'cape' : excess < 0 && !isFree ? 'cin' : undefined;
    if (next !== kind) close();
    kind = next;
    if (kind) area.push(...(area.length === 0 ? [below, above] : [above]));
  }
  close();
  return areas;
}

/** Both lines are straight between two levels. */
function splitAtCrossing([below, above]: [Step, Step]): [Step, Step][] {
  const [from, to] = [below.parcelX - below.airX, above.parcelX - above.airX];
  if (from * to >= 0) return [[below, above]];
  const part = from / (from - to);
  const x = interpolate(below.parcelX, above.parcelX, part);
  const crossing = { y: interpolate(below.y, above.y, part), parcelX: x, airX: x };
  return [
    [below, crossing],
    [crossing, above],
  ];
}

/** Up along the parcel and down along the air. */
function outlineOf(area: readonly Step[]): Point[] {
  const inFrame = (x: number, y: number): Point => ({
    x: clamp(x, left, right),
    y: clamp(y, top, bottom),
  });
  return [
    ...area.map(({ parcelX, y }) => inFrame(parcelX, y)),
    ...area.toReversed().map(({ airX, y }) => inFrame(airX, y)),
  ];
}
