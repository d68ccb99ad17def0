// biome-ignore-all lint/suspicious/noArrayIndexKey: a row of a table has no name but its place
import type { Table } from '../../content/contract.ts';
import { collapsePx } from '../ui/collapse.ts';
import { Collapsible } from '../ui/collapsible.tsx';
import { tableHeightPx } from './heights.ts';
import { ProseLine } from './prose.tsx';

/** `label` names the table for those who cannot see where it stands. */
export function DataTable({ table, label }: { table: Table; label: string }) {
  return (
    <div className="table-block">
      <Collapsible heightPx={tableHeightPx(table.rows)} limitPx={collapsePx.table}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
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
                    <td key={table.columns[column]} data-label={table.columns[column]}>
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
