// biome-ignore-all lint/suspicious/noArrayIndexKey: the rows of a response have no other key
import { useMemo, useState } from 'react';
import { formatCount } from '../../pictures/format.ts';
import { toCsv } from '../../pictures/table.ts';
import { downloadFile } from '../ui/download.ts';
import { sortRows, tableIn } from './response-rows.ts';
import { type ParseTask, useParsedResponse } from './use-parsed-response.ts';

const rowsAtOnce = 100;

type TableTask = Extract<ParseTask, { as: 'table' }>;
const parse = ({ text }: TableTask) => tableIn(text);

export function ResponseTable({ text, name }: { text: string; name: string }) {
  const task = useMemo((): TableTask => ({ as: 'table', text }), [text]);
  const parsed = useParsedResponse(task, parse);
  const table = parsed?.value;
  const [order, setOrder] = useState<{ column: number; descending: boolean }>();
  const [shown, setShown] = useState(rowsAtOnce);
  const rows = useMemo(
    () => (table && order ? sortRows(table.rows, order.column, order.descending) : (table?.rows ?? [])),
    [table, order],
  );
  if (!parsed) return <p className="console-note late">Reading the response...</p>;
  if (!table || rows.length === 0) return <p className="console-note">This response has no rows. See Raw.</p>;
  const sortBy = (column: number) =>
    setOrder({ column, descending: order?.column === column && !order.descending });
  const direction = order?.descending ? 'descending' : 'ascending';
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: content that scrolls sideways needs keyboard access */}
      <div className="console-scroll" tabIndex={0}>
        <table aria-label="Response rows">
          <thead>
            <tr>
              {table.columns.map((title, column) => (
                <th key={title} scope="col" aria-sort={order?.column === column ? direction : undefined}>
                  <button type="button" onClick={() => sortBy(column)}>
                    {title}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row, index) => (
              <tr key={index}>
                {row.map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="console-table-foot">
        <span>
          {formatCount(Math.min(shown, rows.length))} of {formatCount(rows.length)} rows
        </span>
        {shown < rows.length && (
          <button type="button" className="icon-button" onClick={() => setShown(shown + rowsAtOnce * 5)}>
            Show more
          </button>
        )}
        <button
          type="button"
          className="icon-button"
          onClick={() => downloadFile(`${name}.csv`, toCsv({ columns: table.columns, rows }))}
        >
          Download CSV
        </button>
      </div>
    </>
  );
}
