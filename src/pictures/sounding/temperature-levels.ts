import { between, findGap, type Level, type NamedLevel } from './levels.ts';
import { kilometres, type OrUnavailable } from './unavailable.ts';

type WarmLevel = Level & { celsius: number };

/** Where the temperature falls below 0 °C, the lowest of such heights. */
export function freezingLevel(
  levels: readonly Level[],
  groundMetres: number | null,
): OrUnavailable<NamedLevel> {
  const known = levels.filter(isWarmLevel);
  const [lowest, highest] = [known[0], known.at(-1)];
  if (!lowest || !highest) return { unavailable: 'No temperature was measured.' };
  if (lowest.celsius < 0)
    return {
      unavailable:
        groundMetres === null
          ? `It is colder than 0 °C already at ${kilometres(lowest.altitudeMetres)}, the lowest level.`
          : 'It is colder than 0 °C from the ground up.',
    };
  const index = known.findIndex(({ celsius }) => celsius < 0);
  const [below, above] = [known[index - 1], known[index]];
  if (!below || !above)
    return { unavailable: `It is warmer than 0 °C up to ${kilometres(highest.altitudeMetres)}, the top.` };
  const gap = findGap([below, above]);
  if (gap)
    return {
      unavailable: `It falls below 0 °C between ${kilometres(gap.fromMetres)} and ${kilometres(gap.toMetres)}, where nothing was measured.`,
    };
  const part = below.celsius / (below.celsius - above.celsius);
  return {
    pressureHpa: below.pressureHpa * (above.pressureHpa / below.pressureHpa) ** part,
    altitudeMetres: between(below.altitudeMetres, above.altitudeMetres, part),
    celsius: 0,
  };
}

/** Lower ones are inversions. */
const TROPOPAUSE_MOST_HPA = 500;
const LAPSE_MOST_KELVIN_PER_METRE = 0.002;
const DEPTH_METRES = 2000;

/**
 * WMO (1957): the lowest level above which temperature falls by no more than 2 K/km, on the mean to every level
 * within 2 km.
 */
export function tropopause(levels: readonly Level[]): OrUnavailable<NamedLevel> {
  const known = levels.filter(isWarmLevel);
  const highest = known.at(-1);
  if (!highest) return { unavailable: 'No temperature was measured.' };
  for (const [index, level] of known.entries()) {
    if (level.pressureHpa > TROPOPAUSE_MOST_HPA) continue;
    if (highest.altitudeMetres - level.altitudeMetres < DEPTH_METRES) break;
    const above = levelsAbove(known, index);
    if (findGap([level, ...above])) continue;
    if (above.every((other) => lapseBetween(level, other) <= LAPSE_MOST_KELVIN_PER_METRE)) {
      const { pressureHpa, altitudeMetres, celsius } = level;
      return { pressureHpa, altitudeMetres, celsius };
    }
  }
  return {
    unavailable: `There is none up to ${kilometres(highest.altitudeMetres - DEPTH_METRES)}, 2 km below the top.`,
  };
}

/** The first level at 2 km or more is one of them, so that the depth is covered. */
function levelsAbove(known: readonly WarmLevel[], index: number): WarmLevel[] {
  const { altitudeMetres } = known[index]!;
  const end = known.findIndex((other) => other.altitudeMetres - altitudeMetres >= DEPTH_METRES);
  return known.slice(index + 1, end + 1);
}

const lapseBetween = (below: WarmLevel, above: WarmLevel) =>
  (below.celsius - above.celsius) / (above.altitudeMetres - below.altitudeMetres);

function isWarmLevel(level: Level): level is WarmLevel {
  return level.celsius !== null;
}
