import { formatDayAndMonth } from '../time.ts';
import { colourLegend, colourShare, colourSteps } from './colour-scale.ts';
import { parseTime } from './format.ts';
import type { PictureText } from './picture.ts';
import { numberCell } from './table.ts';

/** State names by postal code. */
export const stateNames: ReadonlyMap<string, string> = new Map(
  `AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming`
    .split(',')
    .map((entry) => [entry.slice(0, 2), entry.slice(3)]),
);

const mapLeft = 18;
const columnWidth = 55;
const rowHeight = 50;
const tileGap = 3;
const legendHeight = 44;

/**
 * Each state has a tile near its place on the map. All tiles have one size, so Delaware is as easy to read as Texas.
 */
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

/** Returns undefined if none of the names is a state. */
export function drawStates(states: readonly { name: string; value: number }[]) {
  const known = states.flatMap(({ name, value }) => {
    const tile = tilePositions.get(name);
    return tile && Number.isFinite(value) ? [{ ...tile, value }] : [];
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
      const step = steps.findLastIndex((from) => from <= value);
      const [x, y] = [mapLeft + column * columnWidth, row * rowHeight];
      return { code, value, share: colourShare(steps, Math.max(0, step)), x, y };
    }),
    legend: colourLegend(steps, { left: 150, right: width - 150, y: mapHeight + 10 }),
  };
}

const tilePositions = new Map(
  stateLayout.flatMap((line, row) =>
    line.split(' ').flatMap((code, column) => {
      const name = stateNames.get(code);
      return name === undefined ? [] : [[name, { code, row, column }] as const];
    }),
  ),
);

/** The states are in order, the one with the most degree days first. In some seasons many have none. */
function describeExtremes(states: readonly { name: string; total: number }[]): string {
  const withNone = states.filter(({ total }) => total === 0).length;
  const [most, least] = [states[0], states.at(-1)];
  if (!most || !least || withNone === states.length) return `None of ${states.length} states has any.`;
  const others =
    withNone > 1
      ? `, and ${withNone} have none`
      : ` and ${least.name} the fewest (${least.total.toFixed(0)})`;
  return `Of ${states.length} states, ${most.name} has the most (${most.total.toFixed(0)})${others}.`;
}

export const degreeDaysText: PictureText<'degree days'> = {
  caption({ index, dates, states, state }) {
    const [from, to] = [dates[0], dates.at(-1)];
    const drawn = states.find(({ name }) => name === state);
    const what = index === 'hdd' ? 'heating degree days' : 'cooling degree days';
    if (!from || !to || !drawn) return `No ${what}.`;
    const span = `${formatDayAndMonth(parseTime(from))} to ${formatDayAndMonth(parseTime(to))}`;
    return `${state}, ${span}: ${drawn.total.toFixed(0)} ${what}. ${describeExtremes(states)}`;
  },
  /** The state that is drawn day by day comes first. */
  table: ({ dates, states, state }) => ({
    columns: ['State', 'Total', ...dates],
    rows: states
      .toSorted((one, other) => Number(other.name === state) - Number(one.name === state))
      .map(({ name, total, days }) => [
        name,
        numberCell(total, 1),
        ...days.map((value) => numberCell(value, 1)),
      ]),
  }),
};
