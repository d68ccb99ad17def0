import type { Picture } from '../../pictures/picture.ts';
import { drawings as charts } from './charts.tsx';
import { drawings as flights } from './flights.tsx';
import { drawings as maps } from './maps.tsx';
import { type Drawing, PictureFigure } from './picture-figure.tsx';

const drawings = { ...charts, ...maps, ...flights };

/** The inside of a figure, by the server, which has every drawing. */
export const PictureAtOnce = (shown: { picture: Picture; name: string }) => (
  <PictureFigure {...shown} drawing={drawings[shown.picture.kind] as Drawing<Picture>} />
);
