import type { DrawnAs } from '../../content/contract.ts';
import { placeNames } from '../../content/requests/places.ts';
import type { Values } from '../../content/requests/request.ts';
import { readAnswer } from '../../pictures/answers.ts';
import type { Picture, PictureKind } from '../../pictures/picture.ts';

/** More in one picture would be a wall. */
const placesMax = 6;

export interface Asked {
  drawnAs: DrawnAs;
  values: Values;
  askedAt: string;
}

/** Throws where the answer has not the shape that the documentation promises. */
export function readPicture(text: string, { drawnAs, values, askedAt }: Asked): Picture {
  const answer: unknown = JSON.parse(text);
  const kind = kindOf(drawnAs.picture, answer);
  const names = kind === 'meteogram' ? placeNames(values.coordinates ?? '') : drawnAs.names;
  const picture = readAnswer(kind, answer, { names, askedAt });
  return picture.kind === 'meteogram' ? { ...picture, places: picture.places.slice(0, placesMax) } : picture;
}

/** Observations of one balloon are a sounding. */
function kindOf(kind: PictureKind, answer: unknown): PictureKind {
  if (kind !== 'winds') return kind;
  const { observations } = answer as { observations: { mission_id: string }[] };
  return new Set(observations.map(({ mission_id }) => mission_id)).size === 1 ? 'sounding' : kind;
}
