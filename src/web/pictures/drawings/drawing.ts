import type { ComponentType } from 'react';
import type { Picture, PictureOf } from '../../../pictures/picture.ts';
import type { Telling } from '../../../pictures/telling/telling.ts';

/** All that is shown of a picture. */
export interface Drawing<Shown extends Picture> extends Telling<Shown> {
  Drawn: ComponentType<{ picture: Shown; label: string }>;
  /** How to read it. */
  legend?: string;
}

export type Drawings<Kind extends Picture['kind']> = { [Each in Kind]: Drawing<PictureOf<Each>> };
