import { formatCount } from '../../../pictures/format.ts';
import { type Counts, verdicts, verdictWords } from './usage-summary.ts';

interface UsageTableProps {
  label: string;
  /** What a row is of. */
  of: string;
  rows: (Counts & { name: string })[];
  isCode?: boolean;
}

export function UsageTable({ label, of, rows, isCode = false }: UsageTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className="usage-scroll" tabIndex={0} aria-label={label}>
      <table className="usage-table" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{of}</th>
            {verdicts.map((verdict) => (
              <th key={verdict} scope="col">
                {verdictWords[verdict]}
              </th>
            ))}
            <th scope="col">Calls</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">{isCode && row.name !== 'other' ? <code>{row.name}</code> : row.name}</th>
              {verdicts.map((verdict) => (
                <td key={verdict}>{formatCount(row[verdict])}</td>
              ))}
              <td>{formatCount(row.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
