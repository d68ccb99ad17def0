// biome-ignore-all lint/suspicious/noArrayIndexKey: a row of a table has no name but its place
import type { ApiError, Table } from '../../content/contract.ts';
import { statusText } from '../../content/status-text.ts';
import { Collapsible, collapse } from '../ui/collapsible.tsx';
import { tableHeightPx } from './parameters.tsx';
import { ProseLine } from './prose.tsx';

/** A row with at most this many characters fits into half the page. */
const shortRow = 64;

/** Short text or a single code name, which a narrow column would wrap. */
const isBrief = (cell: string) => /^(?=.*[ -])[^`]{1,16}$|^`[^` ]{1,28}`$/.test(cell);

/** `label` names the table for screen readers. */
export function DataTable({ table, label }: { table: Table; label: string }) {
  const isShort = table.rows.every((row) => row.join('').length <= shortRow);
  return (
    <div className="table-block" data-short={isShort || undefined}>
      <Collapsible heightPx={tableHeightPx(table.rows)} limit={collapse.table}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: content that scrolls sideways needs keyboard access */}
        <div className="table-scroll" tabIndex={0}>
          <table aria-label={label}>
            <thead>
              <tr>
                {table.columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {table.rows.map((row, index) => (
                <tr key={index}>
                  {row.map((cell, column) => (
                    <td
                      key={table.columns[column]}
                      data-label={table.columns[column]}
                      data-brief={isBrief(cell) || undefined}
                    >
                      <ProseLine text={cell} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Collapsible>
    </div>
  );
}

export function ErrorsTable({ errors, label }: { errors: ApiError[]; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: content that scrolls sideways needs keyboard access
    <div className="table-scroll errors" tabIndex={0}>
      <table aria-label={label}>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">When</th>
            <th scope="col">What to do</th>
          </tr>
        </thead>
        <tbody>
          {errors.map((error) => (
            <tr key={`${error.status} ${error.meaning}`}>
              <th scope="row">
                <span className="badge badge-danger">{error.status}</span>
                <span className="errors-words">{statusText(error.status)}</span>
              </th>
              <td>
                <ProseLine text={error.meaning} />
              </td>
              <td>
                <ProseLine text={error.action} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
