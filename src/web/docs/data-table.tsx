// biome-ignore-all lint/suspicious/noArrayIndexKey: the rows of a table have no other key

import type { ApiError, Table } from '../../content/contract.ts';
import { statusText } from '../../content/page-text.ts';
import { Collapsible, collapse } from '../ui/collapsible.tsx';
import { ScrollingTable } from '../ui/scrolling-table.tsx';
import { ProseLine } from './prose.tsx';

/** A row with at most this many characters fits into half the page. */
const maxShortRow = 64;

/** Short text or a single code name, which a narrow column would wrap. */
const isBrief = (cell: string) => /^(?=.*[ -])[^`]{1,16}$|^`[^` ]{1,28}`$/.test(cell);

export function DataTable({ table: { columns, rows }, label }: { table: Table; label: string }) {
  const isShort = rows.every((row) => row.join('').length <= maxShortRow);
  return (
    <div className="table-block" data-short={isShort || undefined}>
      <Collapsible heightPx={tableHeightPx(rows)} limit={collapse.table}>
        <ScrollingTable className="table-scroll" label={label} columns={columns}>
          {rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td
                  key={columns[column]}
                  data-label={columns[column]}
                  data-brief={isBrief(cell) || undefined}
                >
                  <ProseLine text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </ScrollingTable>
      </Collapsible>
    </div>
  );
}

export const ErrorsTable = ({ errors, label }: { errors: ApiError[]; label: string }) => (
  <ScrollingTable className="table-scroll errors" label={label} columns={['Status', 'When', 'What to do']}>
    {errors.map(({ status, meaning, action }) => (
      <tr key={`${status} ${meaning}`}>
        <th scope="row">
          <span className="badge badge-danger">{status}</span>
          <span className="errors-words">{statusText(status)}</span>
        </th>
        <td>
          <ProseLine text={meaning} />
        </td>
        <td>
          <ProseLine text={action} />
        </td>
      </tr>
    ))}
  </ScrollingTable>
);

const textLinePx = 24;
const cellPaddingPx = 20;
const tableHeadPx = 44;
const charactersPerLine = 90;

function tableHeightPx(rows: string[][]): number {
  const lines = (row: string[]) => Math.max(1, Math.ceil(row.join('').length / charactersPerLine));
  return rows.reduce((height, row) => height + lines(row) * textLinePx + cellPaddingPx, tableHeadPx);
}
