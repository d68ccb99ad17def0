import type { PictureKind } from '../../src/pictures/picture.ts';
import { findTurningPoints } from '../../src/pictures/sounding/legs.ts';

const hoursApart = 24;

/** Leaves out rows that the picture would not show. The result has the shape of the answer. */
export function thinAnswer(kind: PictureKind, answer: object): object {
  switch (kind) {
    case 'winds': {
      const { observations, ...rest } = answer as { observations: Observation[] };
      const newest = new Map(observations.map((row) => [row.mission_name, row]));
      return { ...rest, observations: [...newest.values()] };
    }
    case 'flight': {
      const { flight_data: track } = answer as { flight_data: { altitude: number }[] };
      const turns = new Set(findTurningPoints(track.map(({ altitude }) => altitude)));
      // Between two turns a balloon rises or descends evenly.
      return {
        flight_data: track.filter((_, index) => turns.has(index) || index % (track.length - 1) === 0),
      };
    }
    case 'runs':
      return thinHours(answer);
    case 'archive':
      return firstOfEachDay(answer as string[]);
    default:
      return answer;
  }
}

interface Observation {
  mission_name: string;
}

const firstOfEachDay = (runs: string[]) =>
  [...new Map(runs.toReversed().map((run) => [run.slice(0, 10), run])).values()].reverse();

/** Keeps the creation times of the first and the last hour, and of one hour a day between them. */
function thinHours(answer: object): object {
  const entries = Object.entries(answer);
  if (entries.some(([, value]) => typeof value !== 'object' || Array.isArray(value))) return answer;
  return Object.fromEntries(
    entries.map(([run, times]) => {
      const hours = Object.entries(times as Record<string, string>);
      const last = hours.length - 1;
      return [
        run,
        Object.fromEntries(
          hours.filter(([hour], index) => Number(hour) % hoursApart === 0 || index === last),
        ),
      ];
    }),
  );
}
