import type { NamedPicture } from './content/contract.ts';
import { timeWords } from './drawing/axes.ts';
import { readFirstFlight } from './first-flight.ts';
import type { Sky } from './weather/contract.ts';
import type { WeatherSource } from './weather/source.ts';

/** What the data viewer shows before its code has come: all balloons, and a sounding from the ground. */
export async function firstPictures(weather: WeatherSource, sky: Sky): Promise<NamedPicture[]> {
  const all: NamedPicture = { name: 'All balloons in the air.', picture: { kind: 'sky', sky } };
  const first = await readFirstFlight(weather, sky);
  if (!first) return [all];
  const { name: mission, leg, rows } = first;
  const own = rows.filter(
    ({ timestamp }) => timestamp >= leg.begin.timeSeconds && timestamp <= leg.end.timeSeconds,
  );
  const name = `The first leg of ${mission}, from ${timeWords(leg.begin.timeSeconds * 1000)}.`;
  return [all, { name, picture: { kind: 'sounding', rows: own } }];
}
