import { type ColourLegend, colourLegend, colourShare, colourSteps } from './colour-scale.ts';
import { formatDay, parseTime } from './format.ts';
import type { PictureOf } from './picture.ts';
import { numberCell, type PictureTable } from './table.ts';

/** By the code of the postal service. */
export const stateNames: ReadonlyMap<string, string> = new Map(
  `AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming`
    .split(',')
    .map((entry) => [entry.slice(0, 2), entry.slice(3)]),
);

interface StateTile {
  code: string;
  value: number;
  /** How strong its colour is, from 0 to 1. */
  share: number;
  x: number;
  y: number;
}

interface StatesMap {
  width: number;
  height: number;
  tileWidth: number;
  tileHeight: number;
  tiles: StateTile[];
  legend: ColourLegend;
}

const mapLeft = 18;
const columnWidth = 55;
const rowHeight = 50;
const tileGap = 3;
const legendHeight = 44;

/** A tile for each state of the United States, about where it lies; all are of one size, so that each is read as well as Texas. */
const stateLayout = [
  'AK .. .. .. .. .. .. .. .. .. ME',
  '.. .. .. .. .. .. .. .. .. VT NH',
  'WA ID MT ND MN IL WI MI NY RI MA',
  'OR NV WY SD IA IN OH PA NJ CT ..',
  'CA UT CO NE MO KY WV VA MD DE ..',
  '.. AZ NM KS AR TN NC SC DC .. ..',
  '.. .. .. OK LA MS AL GA .. .. ..',
  'HI .. .. TX .. .. .. .. FL .. ..',
];

/** Undefined where none of the names is a state. */
export function drawStates(states: readonly { name: string; value: number }[]): StatesMap | undefined {
  const known = states.flatMap(({ name, value }) => {
    const place = tilePositions.get(name);
    return place && Number.isFinite(value) ? [{ ...place, value }] : [];
  });
  if (known.length === 0) return undefined;
  const values = known.map(({ value }) => value);
  const steps = colourSteps(Math.min(...values), Math.max(...values));
  const mapHeight = stateLayout.length * rowHeight;
  const width = 640;
  return {
    width,
    height: mapHeight + legendHeight,
    tileWidth: columnWidth - tileGap,
    tileHeight: rowHeight - tileGap,
    tiles: known.map(({ code, value, column, row }) => {
      const above = steps.findIndex((from) => from > value);
      const step = (above < 0 ? steps.length : Math.max(1, above)) - 1;
      return {
        code,
        value,
        share: colourShare(steps, step),
        x: mapLeft + column * columnWidth,
        y: row * rowHeight,
      };
    }),
    legend: colourLegend(steps, { left: 150, right: width - 150, y: mapHeight + 10 }),
  };
}

const tilePositions = new Map(
  stateLayout.flatMap((line, row) =>
    line
      .split(' ')
      .flatMap((code, column) =>
        stateNames.has(code) ? [[stateNames.get(code)!, { code, row, column }] as const] : [],
      ),
  ),
);

export function describeDegreeDays({ index, dates, states, state }: PictureOf<'degree days'>): string {
  const [from, to] = [dates[0], dates.at(-1)];
  const [most, least] = [states[0], states.at(-1)];
  const drawn = states.find(({ name }) => name === state);
  const what = index === 'hdd' ? 'heating degree days' : 'cooling degree days';
  if (!from || !to || !most || !least || !drawn) return `There are no ${what}.`;
  const span = `${formatDay(parseTime(from))} to ${formatDay(parseTime(to))}`;
  return `${state}, ${span}: ${drawn.total.toFixed(0)} ${what} in all. Of ${states.length} states ${most.name} has the most, ${most.total.toFixed(0)}, and ${least.name} the fewest, ${least.total.toFixed(0)}.`;
}

/** The state that is drawn day by day comes first. */
export function degreeDaysTable({ dates, states, state }: PictureOf<'degree days'>): PictureTable {
  const drawDefaultPictures = states.toSorted(
    (one, other) => Number(other.name === state) - Number(one.name === state),
  );
  return {
    columns: ['State', 'In all', ...dates],
    rows: drawDefaultPictures.map(({ name, total, days }) => [
      name,
      numberCell(total, 1),
      ...days.map((value) => numberCell(value, 1)),
    ]),
  };
}
