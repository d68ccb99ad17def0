import type { ComponentType } from 'react';
import { formatCount } from '../../pictures/format.ts';
import type { Picture, PictureOf, PictureText } from '../../pictures/picture.ts';
import type { PictureTable as Table } from '../../pictures/table.ts';
import { ScrollingTable } from '../ui/scrolling-table.tsx';

export interface PictureProps<Kind extends Picture['kind']> {
  picture: PictureOf<Kind>;
  /** The caption, as text for screen readers. */
  label: string;
}

export interface Drawing<Kind extends Picture['kind']> extends PictureText<Kind> {
  Chart: ComponentType<PictureProps<Kind>>;
  /** How to read the picture, if it has more than one form as a function of it. */
  legend?: string | ((picture: PictureOf<Kind>) => string);
}

export type Drawings<Kind extends Picture['kind']> = { [Each in Kind]: Drawing<Each> };

interface PictureFigureProps<Kind extends Picture['kind']> {
  picture: PictureOf<Kind>;
  name: string;
  drawing: Drawing<Kind>;
}

/** The content of a figure: name, caption, picture and table. */
export function PictureFigure<Kind extends Picture['kind']>({
  picture,
  name,
  drawing: { caption, table, Chart, legend },
}: PictureFigureProps<Kind>) {
  const text = caption(picture);
  return (
    <>
      <figcaption>
        <strong>{name}</strong> {text}
      </figcaption>
      <Chart picture={picture} label={text} />
      {legend && <p className="picture-legend">{typeof legend === 'string' ? legend : legend(picture)}</p>}
      <PictureTable table={table(picture)} name={name} />
    </>
  );
}

/** Enough for one row per balloon or state: without the table, their numbers could not be read at all. */
const maxRows = 60;

/** The numbers of a picture. Where there are more rows, the CSV file has them all. */
export function PictureTable({ table: { columns, rows }, name }: { table: Table; name: string }) {
  const shown = rows.slice(0, maxRows);
  if (shown.length === 0) return null;
  return (
    <details className="picture-numbers">
      <summary>View as table</summary>
      <ScrollingTable className="picture-scroll" label={`Data: ${name}`} columns={columns}>
        {shown.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other key, and never move
          <Row key={index} row={row} />
        ))}
      </ScrollingTable>
      {shown.length < rows.length && (
        <p>
          First {maxRows} of {formatCount(rows.length)} rows.
        </p>
      )}
    </details>
  );
}

/** Rows are components, because the viewer renders in steps, and a step renders one component. */
const Row = ({ row }: { row: Table['rows'][number] }) => (
  <tr>
    {row.map((cell, column) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a cell is identified by its column
      <td key={column}>{cell}</td>
    ))}
  </tr>
);
