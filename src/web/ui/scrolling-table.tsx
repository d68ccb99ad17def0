import type { ReactNode } from 'react';

interface ScrollingTableProps {
  className: string;
  /** The table's name for screen readers. */
  label: string;
  columns: string[];
  children: ReactNode;
}

export const ScrollingTable = ({ className, label, columns, children }: ScrollingTableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: content that scrolls sideways needs keyboard access
  <div className={className} tabIndex={0}>
    <table aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
);
