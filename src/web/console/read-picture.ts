import type { DrawnAs } from '../../content/contract.ts';
import { placeNames, readPlaces } from '../../content/requests/places.ts';
import type { Values } from '../../content/requests/request.ts';
import { readAnswer } from '../../pictures/answers.ts';
import type { Picture, PictureKind } from '../../pictures/picture.ts';

/** More places would not fit into one picture. */
const maxPlaces = 6;

export interface DrawnCall {
  drawnAs: DrawnAs;
  values: Values;
  askedAt: string;
}

/** Throws if the response doesn't have the documented shape. */
export function readPicture(text: string, { drawnAs, values, askedAt }: DrawnCall): Picture {
  const answer: unknown = JSON.parse(text);
  const kind = kindOf(drawnAs.picture, answer);
  const { coordinates = '' } = values;
  const names = kind === 'meteogram' ? placeNames(coordinates) : drawnAs.names;
  const latitudes = readPlaces(coordinates).map(({ latitude }) => latitude);
  const picture = readAnswer(kind, answer, { names, latitudes, askedAt });
  return picture.kind === 'meteogram' ? { ...picture, places: picture.places.slice(0, maxPlaces) } : picture;
}

/** Observations of a single balloon are drawn as a sounding. */
function kindOf(kind: PictureKind, answer: unknown): PictureKind {
  if (kind !== 'winds') return kind;
  const { observations } = answer as { observations: { mission_id: string }[] };
  return new Set(observations.map(({ mission_id }) => mission_id)).size === 1 ? 'sounding' : kind;
}
