import { type ColourLegend, colourSteps, legendOf, shareOf } from '../colour-steps.ts';
import { stateNames } from './us-states.ts';

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

const LEFT = 18;
const COLUMN = 55;
const ROW = 50;
const GAP = 3;
const LEGEND_HEIGHT = 44;

/** A tile for each state of the United States, about where it lies; all are of one size, so that each is read as well as Texas. */
const layout = [
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
    const place = places.get(name);
    return place && Number.isFinite(value) ? [{ ...place, value }] : [];
  });
  if (known.length === 0) return undefined;
  const values = known.map(({ value }) => value);
  const steps = colourSteps(Math.min(...values), Math.max(...values));
  const mapHeight = layout.length * ROW;
  const width = 640;
  return {
    width,
    height: mapHeight + LEGEND_HEIGHT,
    tileWidth: COLUMN - GAP,
    tileHeight: ROW - GAP,
    tiles: known.map(({ code, value, column, row }) => {
      const above = steps.findIndex((from) => from > value);
      const step = (above < 0 ? steps.length : Math.max(1, above)) - 1;
      return { code, value, share: shareOf(steps, step), x: LEFT + column * COLUMN, y: row * ROW };
    }),
    legend: legendOf(steps, { left: 150, right: width - 150, y: mapHeight + 10 }),
  };
}

const places = new Map(
  layout.flatMap((line, row) =>
    line
      .split(' ')
      .flatMap((code, column) =>
        stateNames.has(code) ? [[stateNames.get(code)!, { code, row, column }] as const] : [],
      ),
  ),
);
