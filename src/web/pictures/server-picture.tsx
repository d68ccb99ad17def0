import type { Picture } from '../../pictures/picture.ts';
import { drawings as charts } from './charts.tsx';
import { drawings as flights } from './flights.tsx';
import { drawings as maps } from './maps.tsx';
import { type Drawing, type Drawings, PictureFigure } from './picture-figure.tsx';

const drawings: Drawings<Picture['kind']> = { ...charts, ...maps, ...flights };
const drawingOf = <Kind extends Picture['kind']>(kind: Kind): Drawing<Kind> => drawings[kind];

/** The content of a figure, for the server, which has the code of all kinds. */
export const ServerPicture = (props: { picture: Picture; name: string }) => (
  <PictureFigure {...props} drawing={drawingOf(props.picture.kind)} />
);
