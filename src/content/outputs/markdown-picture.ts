import { readAnswer } from '../../pictures/answers.ts';
import { describePicture } from '../../pictures/picture-text.ts';
import type { DrawnAnswer, DrawnAs } from '../contract.ts';

/** A picture in words. */
export function pictureSentence(
  title: string,
  drawnAs: DrawnAs | undefined,
  drawn: DrawnAnswer | undefined,
): string | undefined {
  if (!drawnAs || !drawn) return undefined;
  const picture = readAnswer(drawnAs.picture, drawn.answer, {
    names: drawnAs.names,
    askedAt: drawn.asked_at,
  });
  return `**${title}:** ${drawnAs.name} ${describePicture(picture)}`;
}
