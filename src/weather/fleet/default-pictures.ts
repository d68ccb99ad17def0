import type { NamedPicture } from '../../content/contract.ts';
import { timeWords } from '../../pictures/axes.ts';
import type { FleetSnapshot } from '../contract.ts';
import type { WeatherSource } from '../source.ts';
import { readDefaultFlight } from './default-flight.ts';

/** What the data viewer shows before its code has come: all balloons, and a sounding from the ground. */
export async function defaultPictures(weather: WeatherSource, fleet: FleetSnapshot): Promise<NamedPicture[]> {
  const all: NamedPicture = { name: 'All balloons in the air.', picture: { kind: 'fleet', fleet } };
  const first = await readDefaultFlight(weather, fleet);
  if (!first) return [all];
  const { name: mission, leg, rows } = first;
  const own = rows.filter(
    ({ timestamp }) => timestamp >= leg.begin.timeSeconds && timestamp <= leg.end.timeSeconds,
  );
  const name = `The first leg of ${mission}, from ${timeWords(leg.begin.timeSeconds * 1000)}.`;
  return [all, { name, picture: { kind: 'sounding', rows: own } }];
}
