import type { NamedPicture } from './content/contract.ts';
import { timeWords } from './drawing/axes.ts';
import { listLegs } from './sounding/legs.ts';
import { hourMs } from './weather/atmosphere/time.ts';
import type { ObservationRow } from './weather/balloons/observations.ts';
import type { Sky } from './weather/contract.ts';
import type { WeatherSource } from './weather/source.ts';

/** So long the first leg takes, which begins at the ground. */
const climbMs = 4 * hourMs;
const pagesMost = 6;

/** What the data viewer shows before its code has come: all balloons, and a sounding from the ground. */
export async function firstPictures(weather: WeatherSource, sky: Sky): Promise<NamedPicture[]> {
  const all: NamedPicture = { name: 'All balloons in the air.', picture: { kind: 'sky', sky } };
  const skyMs = Date.parse(sky.time);
  const newest = sky.balloons.findLast(({ launch_time }) => skyMs - Date.parse(launch_time) > climbMs);
  const leg = newest && listLegs(await weather.readFlightData(newest.id))[0];
  if (!newest || !leg) return [all];
  const [minTimeMs, maxTimeMs] = [leg.begin.timeSeconds * 1000, leg.end.timeSeconds * 1000];
  const rows: ObservationRow[] = [];
  let sinceNanoseconds: bigint | undefined;
  for (let page = 0; page < pagesMost; page++) {
    const found = await weather.readObservations({
      kind: 'observations',
      missionId: newest.id,
      minTimeMs,
      maxTimeMs,
      sinceNanoseconds,
      minLatitude: -90,
      maxLatitude: 90,
      hasIds: false,
      hasMissionNames: false,
      hasUpdateTimes: false,
    });
    rows.push(...found.rows);
    if (!found.hasNextPage) break;
    sinceNanoseconds = found.nextSince;
  }
  const name = `The first leg of ${newest.name}, from ${timeWords(minTimeMs)}.`;
  return [all, { name, picture: { kind: 'sounding', rows } }];
}
