// biome-ignore-all lint/suspicious/noArrayIndexKey: a row of numbers has no name but its place
import type { PictureTable as Table } from '../../pictures/table.ts';
import { formatCount } from '../../pictures/telling/format-count.ts';

/** As many as there are balloons or states: a picture of each of them has no other reading. */
const ROWS_MOST = 60;

/** The numbers behind a picture, folded away; of many the first, for the file of the picture has all. */
export function PictureTable({ table: { columns, rows }, name }: { table: Table; name: string }) {
  const shown = rows.slice(0, ROWS_MOST);
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
              <Row key={index} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < rows.length && (
        <p>
          The first {ROWS_MOST} of {formatCount(rows.length)} rows.
        </p>
      )}
    </details>
  );
}

/** A step of its own for a caller that draws in steps. */
const Row = ({ row }: { row: Table['rows'][number] }) => (
  <tr>
    {row.map((cell, column) => (
      <td key={column}>{cell}</td>
    ))}
  </tr>
);
