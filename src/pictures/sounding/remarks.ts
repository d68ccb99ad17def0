import type { Gap, Level } from './levels.ts';
import { kilometres } from './unavailable.ts';

/** What a reader should know of a sounding before trusting its numbers; `gap` is where parcels and water end. */
export function remarksOn(levels: readonly Level[], gap: Gap | undefined): string[] {
  const count = (holds: (level: Level) => boolean) => levels.filter(holds).length;
  const filled = count(({ pressureFrom }) => pressureFrom === 'height');
  const standard = count(({ pressureFrom }) => pressureFrom === 'standard atmosphere');
  const doubtful = count(
    ({ isDewPointDoubtful, dewPointCelsius }) => isDewPointDoubtful && dewPointCelsius !== null,
  );
  return [
    standard > 0 && 'No pressure was measured: it is that of the standard atmosphere at each height.',
    filled > 0 &&
      `Pressure was not measured ${inLayers(filled, levels)}: it follows from heights and temperatures.`,
    missing(
      'temperature',
      count(({ celsius }) => celsius === null),
      levels,
    ),
    missing(
      'humidity',
      count(({ humidityPercent }) => humidityPercent === null),
      levels,
    ),
    missing(
      'wind',
      count(({ wind }) => wind === null),
      levels,
    ),
    gap !== undefined &&
      `Between ${kilometres(gap.fromMetres)} and ${kilometres(gap.toMetres)} too little was measured: parcels and water are told up to there.`,
    doubtful > 0 &&
      'Below -40 °C sensors read too dry: no parcel is taken from there, and its dew points are doubtful.',
  ].filter((remark) => remark !== false);
}

function missing(what: string, count: number, levels: readonly Level[]): string | false {
  if (count === 0) return false;
  const capital = what[0]!.toUpperCase() + what.slice(1);
  return count === levels.length
    ? `No ${what} was measured.`
    : `${capital} was not measured ${inLayers(count, levels)}.`;
}

const inLayers = (count: number, levels: readonly Level[]) => `in ${count} of ${levels.length} layers`;
