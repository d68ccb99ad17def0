import type { ComponentType } from 'react';
import { formatCount } from '../../pictures/format.ts';
import type { Picture, PictureOf } from '../../pictures/picture.ts';
import type { PictureText } from '../../pictures/picture-text.ts';
import type { PictureTable as Table } from '../../pictures/table.ts';

/** All that is shown of a picture. */
export interface Drawing<Shown extends Picture> extends PictureText<Shown> {
  Drawn: ComponentType<{ picture: Shown; label: string }>;
  /** How to read it. */
  legend?: string;
}

export type Drawings<Kind extends Picture['kind']> = { [Each in Kind]: Drawing<PictureOf<Each>> };

interface PictureFigureProps<Shown extends Picture> {
  picture: Shown;
  name: string;
  /** Of this kind of picture. */
  drawing: Drawing<Shown>;
}

/** The inside of a figure: its name, the sentence, the picture and its numbers. */
export function PictureFigure<Shown extends Picture>({ picture, name, drawing }: PictureFigureProps<Shown>) {
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

/** As many as there are balloons or states: a picture of each of them has no other reading. */
const maxRows = 60;

/** The numbers behind a picture, folded away; of many the first, for the file of the picture has all. */
export function PictureTable({ table: { columns, rows }, name }: { table: Table; name: string }) {
  const shown = rows.slice(0, maxRows);
  if (shown.length === 0) return null;
  return (
    <details className="picture-numbers">
      <summary>Show as table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      <div className="picture-scroll" tabIndex={0}>
        <table aria-label={`Numbers of: ${name}`}>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key, and never move
              <TableRow key={index} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < rows.length && (
        <p>
          The first {maxRows} of {formatCount(rows.length)} rows.
        </p>
      )}
    </details>
  );
}

/** A step of its own for a caller that draws in steps. */
const TableRow = ({ row }: { row: Table['rows'][number] }) => (
  <tr>
    {row.map((cell, column) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its column
      <td key={column}>{cell}</td>
    ))}
  </tr>
);
