import type { Picture } from '../../pictures/picture.ts';
import { drawings as charts } from './drawings/draw-charts.tsx';
import { drawings as flights } from './drawings/draw-flights.tsx';
import { drawings as maps } from './drawings/draw-maps.tsx';
import type { Drawing } from './drawings/drawing.ts';
import { ShownPicture } from './shown-picture.tsx';

const drawings = { ...charts, ...maps, ...flights };

/** The inside of a figure, by the server, which has every drawing. */
export const PictureAtOnce = (shown: { picture: Picture; name: string }) => (
  <ShownPicture {...shown} drawing={drawings[shown.picture.kind] as Drawing<Picture>} />
);
