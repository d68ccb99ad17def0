import type { TreeRow } from './json-tree.ts';

export interface TreeMove {
  choose?: number;
  toggle?: string;
}

/** What a key does in a tree, as the ARIA practices have it. */
export function treeMove(
  key: string,
  rows: Pick<TreeRow, 'path' | 'depth' | 'size' | 'expanded'>[],
  index: number,
): TreeMove | undefined {
  const row = rows[index];
  if (!row) return undefined;
  const isBranch = row.size !== undefined;
  switch (key) {
    case 'ArrowDown':
      return { choose: Math.min(index + 1, rows.length - 1) };
    case 'ArrowUp':
      return { choose: Math.max(index - 1, 0) };
    case 'Home':
      return { choose: 0 };
    case 'End':
      return { choose: rows.length - 1 };
    case 'ArrowRight':
      if (!isBranch) return {};
      return row.expanded ? { choose: Math.min(index + 1, rows.length - 1) } : { toggle: row.path };
    case 'ArrowLeft':
      if (isBranch && row.expanded) return { toggle: row.path };
      return {
        choose: Math.max(
          0,
          rows.slice(0, index).findLastIndex((above) => above.depth < row.depth),
        ),
      };
    case 'Enter':
    case ' ':
      return isBranch ? { toggle: row.path } : {};
    default:
      return undefined;
  }
}
