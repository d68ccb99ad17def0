import { linearScale, logScale, multiplesOf, niceStep, ticksAt } from './axes.ts';
import { formatFixed, formatSigned, pluralize } from './format.ts';
import type { Frame } from './geometry.ts';
import { levelNumber } from './skew-t-levels.ts';
import type { Difference } from './sounding/comparison.ts';
import { isNumber, sum } from './sounding/math.ts';
import { numberCell, type PictureTable, temperatureCell, windCells } from './table.ts';
import { knotsOf, speedUnit, temperatureIn, temperatureUnit, type Units } from './units.ts';

/** Picture, sentence and table share these properties of each quantity. */
const quantities = [
  { key: 'celsius', name: 'temperature', short: 'T', isSigned: true, least: 2 },
  { key: 'dewPointCelsius', name: 'dew point', short: 'Td', isSigned: true, least: 4 },
  { key: 'wind', name: 'wind', short: 'Wind', isSigned: false, least: 4 },
] as const;

type Quantity = (typeof quantities)[number];

const width = 360;
const height = 300;
const top = 34;
const bottom = height - 26;
const left = 44;
const gap = 28;
const panelWidth = (width - left - gap * (quantities.length - 1)) / quantities.length - 3;

/** Differences by pressure, the axis of the skew-T diagram: one panel each for temperature, dew point and wind. */
export function drawStrip(differences: readonly Difference[], units: Units) {
  const [lowest, highest] = [differences[0], differences.at(-1)];
  if (!lowest || !highest || lowest === highest) return undefined;
  const y = logScale([lowest.pressureHpa, highest.pressureHpa], [bottom - 8, top + 8]);
  const pressures = [1000, 850, 700, 500, 300, 200, 100, 70].filter(
    (hpa) => hpa <= lowest.pressureHpa && hpa >= highest.pressureHpa,
  );
  return {
    width,
    height,
    pressures: ticksAt(pressures, y),
    /** In the line of the names of the quantities. */
    unit: { value: 0, at: top - 16, label: 'hPa' },
    panels: quantities.map((quantity, index) => {
      const x = left + index * (panelWidth + gap);
      const frame: Frame = { left: x, right: x + panelWidth, top, bottom };
      return drawPanel(quantity, differences, frame, y.at, units);
    }),
  };
}

function drawPanel(
  quantity: Quantity,
  differences: readonly Difference[],
  frame: Frame,
  yAt: (hpa: number) => number,
  units: Units,
) {
  const { key, isSigned, least, short } = quantity;
  const values = differences.map((each) => shown(quantity, each[key], units));
  const largest = Math.max(least, ...values.map((value) => Math.abs(value ?? 0)));
  const step = niceStep(0, largest, 2);
  const [most = largest] = multiplesOf(step, Math.ceil(largest / step), 1);
  const range = [isSigned ? -most : 0, most] as const;
  const x = linearScale(range, [frame.left, frame.right]);
  const marks = values.flatMap((value, index) =>
    value === null ? [] : [{ x: x.at(value), y: yAt(differences[index]!.pressureHpa), value }],
  );
  return {
    name: short,
    unit: unitOf(quantity, units),
    frame,
    zero: x.at(0),
    ticks: ticksAt(isSigned ? [-most, 0, most] : [0, most], x),
    marks,
  };
}

/** A difference in the chosen unit. Differences of temperature have no offset. */
function shown({ key }: Quantity, value: number | null, units: Units): number | null {
  if (value === null) return null;
  if (key === 'wind') return units.wind === 'kt' ? knotsOf(value) : value;
  return temperatureIn(value, units) - temperatureIn(0, units);
}

const unitOf = ({ key }: Quantity, units: Units) =>
  key === 'wind' ? speedUnit(units) : temperatureUnit(units);

/** The mean and the largest difference of each quantity, and where it is. */
export function describeDifferences(differences: readonly Difference[], units: Units): string {
  const parts = quantities.flatMap((quantity) => {
    const known = differences.filter((each) => isNumber(each[quantity.key]));
    const size = (each: Difference) => Math.abs(shown(quantity, each[quantity.key], units) ?? 0);
    const [largest] = known.toSorted((one, other) => size(other) - size(one));
    if (!largest) return [];
    const mean = sum(known.map(size)) / known.length;
    const value = shown(quantity, largest[quantity.key], units) ?? 0;
    const most = quantity.isSigned
      ? formatSigned(formatFixed(value, 1)).replace(/^(?!−|0\.0)/, '+')
      : value.toFixed(1);
    return [
      `${quantity.name} ${mean.toFixed(1)} ${unitOf(quantity, units)} (largest ${most} at ${levelNumber({ ...largest, celsius: 0 }, units)})`,
    ];
  });
  if (parts.length === 0) return 'No level has data from both.';
  return `Mean absolute difference at ${pluralize(differences.length, 'level')}: ${parts.join(', ')}.`;
}

/** The differences, each with the two values behind it. */
export function differencesTable(
  differences: readonly Difference[],
  other: string,
  units: Units,
): PictureTable {
  const perMetre = units.wind === 'kt' ? knotsOf(1) : 1;
  const warmth = (celsius: number | null) => temperatureCell(celsius, units);
  const named = (unit: string, what: string) => [
    `${what}, balloon (${unit})`,
    `${what}, ${other} (${unit})`,
    `Difference (${unit})`,
  ];
  return {
    columns: [
      'Pressure (hPa)',
      ...named(temperatureUnit(units), 'Temperature'),
      ...named(temperatureUnit(units), 'Dew point'),
      ...named(speedUnit(units), 'Wind'),
    ],
    rows: differences.map((each) => {
      const { balloon, other: theirs } = each;
      const [celsius, dewPoint, wind] = quantities.map((quantity) =>
        numberCell(shown(quantity, each[quantity.key], units), 1),
      ) as [string, string, string];
      const speed = ({ wind }: typeof balloon) =>
        wind ? `${windCells(wind.u, wind.v, perMetre).join(' from ')}°` : '';
      return [
        numberCell(each.pressureHpa, 0),
        ...[warmth(balloon.celsius), warmth(theirs.celsius), celsius],
        ...[warmth(balloon.dewPointCelsius), warmth(theirs.dewPointCelsius), dewPoint],
        ...[speed(balloon), speed(theirs), wind],
      ];
    }),
  };
}
