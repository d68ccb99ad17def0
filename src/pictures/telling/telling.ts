import type { Picture, PictureOf } from '../picture.ts';
import type { PictureTable } from '../table.ts';

/** A picture in words, for those who cannot see it and those who want to be sure, and in numbers. */
export interface Telling<Shown extends Picture> {
  describe(picture: Shown): string;
  tableOf(picture: Shown): PictureTable;
}

export type Tellings<Kind extends Picture['kind']> = { [Each in Kind]: Telling<PictureOf<Each>> };
