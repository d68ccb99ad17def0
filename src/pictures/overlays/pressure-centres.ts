import type { Coordinates } from '../../api/data-api.ts';
import type { EarthMap } from '../earth-map.ts';
import { isInside, type Point } from '../geometry.ts';
import { gridCoordinatesAt } from '../grid.ts';
import type { Grid } from '../picture.ts';
import { clamp, radians } from '../sounding/math.ts';

interface PressureCentre extends Coordinates {
  kind: 'high' | 'low';
  hectopascals: number;
}

/** A centre is the highest or lowest value within this distance. */
const reachDegrees = 12;
/** Closer to the poles, a degree of longitude is too short to compare. */
const maxLatitude = 72;
const maxOfEachKind = 7;

/** Half of the size of "H 1030", in letters. */
const halfLabelWidth = 2;
const halfLabelHeight = 0.65;

/** Labels that fit on the map with letters of this height. Of two that overlap, the stronger centre stays. */
export function legibleCentres(grid: Grid, earth: EarthMap, letter: number) {
  const kept: (PressureCentre & Point)[] = [];
  for (const centre of pressureCentres(grid)) {
    const at = earth.project(centre);
    if (!at || !isInside(at, earth.frame)) continue;
    const edge = halfLabelWidth * letter;
    const label = { ...centre, x: clamp(at.x, edge, earth.width - edge), y: at.y };
    const isOn = ({ x, y }: Point) =>
      Math.abs(x - label.x) < 2 * halfLabelWidth * letter &&
      Math.abs(y - label.y) < 2 * halfLabelHeight * letter;
    if (!kept.some(isOn)) kept.push(label);
  }
  return kept;
}

/** The strongest highs and lows. */
export function pressureCentres(grid: Grid): PressureCentre[] {
  const centres = grid.values.flatMap((hectopascals, index) => {
    const at = gridCoordinatesAt(grid, index);
    if (!Number.isFinite(hectopascals) || Math.abs(at.latitude) > maxLatitude) return [];
    const kind = kindAt(grid, index, at.latitude, hectopascals);
    return kind ? [{ ...at, kind, hectopascals }] : [];
  });
  const strongest = (kind: PressureCentre['kind'], sign: 1 | -1) =>
    centres
      .filter((centre) => centre.kind === kind)
      .sort((one, other) => sign * (other.hectopascals - one.hectopascals))
      .slice(0, maxOfEachKind);
  const [highs, lows] = [strongest('high', 1), strongest('low', -1)];
  return Array.from({ length: maxOfEachKind }, (_, index) => [highs[index], lows[index]])
    .flat()
    .filter((centre) => centre !== undefined);
}

function kindAt(
  grid: Grid,
  index: number,
  latitude: number,
  own: number,
): PressureCentre['kind'] | undefined {
  const columns = Math.round(360 / grid.stepDegrees);
  const [row, column] = [Math.floor(index / columns), index % columns];
  const down = Math.round(reachDegrees / grid.stepDegrees);
  const across = Math.round(down / Math.cos(radians(latitude)));
  let [isHighest, isLowest] = [true, true];
  // The search starts nearby, because it rules out most positions within a step or two.
  for (let reach = 1; reach <= Math.max(down, across) && (isHighest || isLowest); reach++) {
    for (const [south, east] of ringAround(reach)) {
      if (Math.abs(south) > down || Math.abs(east) > across) continue;
      const value = grid.values[(row + south) * columns + ((column + east + columns) % columns)];
      if (value === undefined) continue;
      if (value >= own) isHighest = false;
      if (value <= own) isLowest = false;
    }
  }
  if (isHighest) return 'high';
  return isLowest ? 'low' : undefined;
}

function ringAround(reach: number): [south: number, east: number][] {
  const ring: [number, number][] = [];
  for (let along = -reach; along <= reach; along++)
    ring.push([-reach, along], [reach, along], [along, -reach], [along, reach]);
  return ring;
}
