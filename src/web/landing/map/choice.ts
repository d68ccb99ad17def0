import { namedPlaces as knownPlaces } from '../../../content/requests/places.ts';
import type { FleetBalloon } from '../../../weather/contract.ts';

interface Place {
  latitude: number;
  longitude: number;
}

/** What a visitor wants to know more about. */
export type Choice = { kind: 'balloon'; balloon: FleetBalloon } | ChosenPlace;

type ChosenPlace = { kind: 'place'; name: string } & Place;

const place = (name: string, latitude: number, longitude: number): ChosenPlace => ({
  kind: 'place',
  name,
  latitude,
  longitude,
});

/** For who does not want to aim: one in each part of the world. */
export const namedPlaces = ['Boston', 'London', 'Nairobi', 'Tokyo', 'Sydney'].map((wanted) => {
  const { name, latitude, longitude } = knownPlaces.find(({ name }) => name === wanted)!;
  return place(name, latitude, longitude);
});

/** To a hundredth of a degree, which is a kilometre. */
export function placeAt({ latitude, longitude }: Place): Choice {
  const [north, east] = [rounded(latitude), rounded(longitude)];
  return place(
    `${Math.abs(north)}° ${north < 0 ? 'S' : 'N'}, ${Math.abs(east)}° ${east < 0 ? 'W' : 'E'}`,
    north,
    east,
  );
}

const rounded = (degrees: number) => Math.round(degrees * 100) / 100;

export const whereIs = (balloon: FleetBalloon): Place => {
  const [latitude, longitude] = balloon.track.at(-1)!;
  return { latitude, longitude };
};

/** The one that is nearest to a place of the picture, and no farther from it than this. */
export function nearestTo<Mark extends { x: number; y: number }>(
  marks: readonly Mark[],
  at: { x: number; y: number },
  within: number,
): Mark | undefined {
  const distance = ({ x, y }: Mark) => Math.hypot(x - at.x, y - at.y);
  return marks
    .filter((mark) => distance(mark) <= within)
    .reduce<Mark | undefined>(
      (best, each) => (best && distance(best) <= distance(each) ? best : each),
      undefined,
    );
}
