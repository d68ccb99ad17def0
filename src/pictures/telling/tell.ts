import type { Picture } from '../picture.ts';
import { charts } from './tell-charts.ts';
import { flights } from './tell-flights.ts';
import { maps } from './tell-maps.ts';
import type { Telling } from './telling.ts';

/** Each picture by what it needs: a browser that shows one need not load how the others are told. */
const tellings = { ...charts, ...maps, ...flights };

export const describePicture = (picture: Picture) => tellingOf(picture).describe(picture);
export const tableOf = (picture: Picture) => tellingOf(picture).tableOf(picture);

const tellingOf = <Shown extends Picture>({ kind }: Shown) =>
  tellings[kind] as Telling<Picture> as Telling<Shown>;
