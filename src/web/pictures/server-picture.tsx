import type { Picture } from '../../pictures/picture.ts';
import { drawings as charts } from './charts.tsx';
import { drawings as flights } from './flights.tsx';
import { drawings as maps } from './maps.tsx';
import { type Drawing, PictureFigure } from './picture-figure.tsx';

const drawings: Record<Picture['kind'], object> = { ...charts, ...maps, ...flights };

/** The content of a figure, for the server, which has the code of all kinds. */
export const ServerPicture = (props: { picture: Picture; name: string }) => (
  <PictureFigure {...props} drawing={drawings[props.picture.kind] as Drawing<Picture['kind']>} />
);
