import type { NamedPicture } from '../../content/contract.ts';
import { timeWords } from '../../pictures/axes.ts';
import type { Sky } from '../contract.ts';
import type { WeatherSource } from '../source.ts';
import { readFirstFlight } from './first-flight.ts';

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
