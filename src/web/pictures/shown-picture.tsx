import type { Picture } from '../../pictures/picture.ts';
import type { Drawing } from './drawings/drawing.ts';
import { PictureTable } from './picture-table.tsx';

interface ShownPictureProps<Shown extends Picture> {
  picture: Shown;
  name: string;
  /** Of this kind of picture. */
  drawing: Drawing<Shown>;
}

/** The inside of a figure: its name, the sentence, the picture and its numbers. */
export function ShownPicture<Shown extends Picture>({ picture, name, drawing }: ShownPictureProps<Shown>) {
  const { describe, tableOf, Drawn, legend } = drawing;
  const sentence = describe(picture);
  return (
    <>
      <figcaption>
        <strong>{name}</strong> {sentence}
      </figcaption>
      <Drawn picture={picture} label={sentence} />
      {legend && <p className="picture-legend">{legend}</p>}
      <PictureTable table={tableOf(picture)} name={name} />
    </>
  );
}
