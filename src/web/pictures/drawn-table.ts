import type { DrawnAs } from '../../content/contract.ts';
import { readAnswer } from '../../pictures/answers.ts';
import { tableOf } from '../../pictures/picture-text.ts';
import type { PictureTable } from '../../pictures/table.ts';
import { loadDrawn } from './load-drawn.ts';

/** All the numbers of a picture in the documentation. */
export async function readDrawnTable(file: string, { picture, names }: DrawnAs): Promise<PictureTable> {
  const { answer, asked_at: askedAt } = await loadDrawn(file);
  return tableOf(readAnswer(picture, answer, { names, askedAt }));
}
