import './inspector.css';
import { ChevronRight } from 'lucide';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Parameter, ResponseExample } from '../../content/contract.ts';
import { jsonText, parseJson } from '../code/exact-json.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { Icon } from '../ui/icon.tsx';
import {
  initiallyExpanded,
  parseNetcdfHeader,
  type TreeMove,
  type TreeRow,
  treeMove,
  unitAt,
  unitsOf,
  visibleRows,
} from './json-tree.ts';

const maxFirstRows = 24;

const readers = { 'application/json': parseJson, 'application/x-netcdf': parseNetcdfHeader } as const;

/** Shows a JSON response or a NetCDF header as a tree. The bar below copies the path or value of the selected row. */
export function Inspector({ example, parameters }: { example: ResponseExample; parameters: Parameter[] }) {
  const root = useMemo(() => readers[example.type](example.text), [example]);
  const units = useMemo(() => unitsOf(parameters), [parameters]);
  const [expanded, setExpanded] = useState(() =>
    root === undefined ? new Set<string>() : initiallyExpanded(root, maxFirstRows),
  );
  const [chosenPath, setChosenPath] = useState('');
  const rows = useMemo(() => (root === undefined ? [] : visibleRows(root, expanded)), [root, expanded]);
  const chosen = rows.find((row) => row.path === chosenPath) ?? rows[0];

  if (root === undefined || !chosen)
    return <p className="inspector-message">This shortened example has no tree. See Raw.</p>;

  const toggle = (path: string) => {
    const next = new Set(expanded);
    if (!next.delete(path)) next.add(path);
    setExpanded(next);
  };
  const path = chosen.path || '$';
  const unit = unitAt(chosen.path, units);
  return (
    <div>
      <TreeRows rows={rows} units={units} chosen={chosen} onChoose={setChosenPath} onToggle={toggle} />
      <div className="inspector-bar">
        <code className="inspector-path">{path}</code>
        {unit && <span className="badge">{unit}</span>}
        <span className="inspector-actions">
          <CopyButton words label="Copy path" text={path} />
          <CopyButton words label="Copy value" text={jsonText(chosen.value)} />
          <button
            type="button"
            className="icon-button"
            onClick={() => setExpanded(initiallyExpanded(root, Infinity))}
          >
            Expand all
          </button>
          <button type="button" className="icon-button" onClick={() => setExpanded(new Set(['']))}>
            Collapse all
          </button>
        </span>
      </div>
    </div>
  );
}

interface TreeRowsProps {
  rows: TreeRow[];
  units: Map<string, string>;
  chosen: TreeRow;
  onChoose: (path: string) => void;
  onToggle: (path: string) => void;
}

const rowPx = 28;
const maxHeightPx = 400;
/** These rows are rendered beyond either edge, so that scrolling shows no gap. */
const spareRows = 10;

/** Renders only the visible rows, so that ten thousand scroll as smoothly as ten. */
function TreeRows({ rows, units, chosen, onChoose, onToggle }: TreeRowsProps) {
  const base = useId();
  const box = useRef<HTMLDivElement>(null);
  const [scrolledPx, setScrolledPx] = useState(0);
  const chosenIndex = rows.indexOf(chosen);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const top = chosenIndex * rowPx;
    const highest = top + rowPx - element.clientHeight;
    element.scrollTop = Math.min(top, Math.max(highest, element.scrollTop));
  }, [chosenIndex]);

  const apply = (move: TreeMove | undefined) => {
    if (move?.choose !== undefined) onChoose(rows[move.choose]?.path ?? '');
    if (move?.toggle !== undefined) onToggle(move.toggle);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const move = treeMove(event.key, rows, chosenIndex);
    if (move) event.preventDefault();
    apply(move);
  };

  const first = Math.max(0, Math.floor(scrolledPx / rowPx) - spareRows);
  const shown = rows.slice(first, first + Math.ceil(maxHeightPx / rowPx) + 2 * spareRows);
  return (
    <div
      ref={box}
      role="tree"
      aria-label="Response"
      tabIndex={0}
      className="tree"
      style={{ height: Math.min(rows.length * rowPx, maxHeightPx) }}
      aria-activedescendant={`${base}-${chosenIndex}`}
      onScroll={(event) => setScrolledPx(event.currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" style={{ height: rows.length * rowPx, paddingTop: first * rowPx }}>
        {shown.map((row, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the tree has the focus and names the active row
          <div
            key={row.path}
            id={`${base}-${first + index}`}
            role="treeitem"
            className="tree-row"
            aria-level={row.depth + 1}
            aria-posinset={row.position}
            aria-setsize={row.siblings}
            aria-selected={row === chosen}
            aria-expanded={row.size === undefined ? undefined : row.expanded}
            style={{ height: rowPx, paddingLeft: 12 + row.depth * 18 }}
            onClick={() =>
              apply({ choose: first + index, ...(row.size === undefined ? {} : { toggle: row.path }) })
            }
          >
            <RowContent row={row} unit={row.size === undefined ? unitAt(row.path, units) : undefined} />
          </div>
        ))}
      </div>
    </div>
  );
}

function RowContent({ row: { name, value, size }, unit }: { row: TreeRow; unit: string | undefined }) {
  const label = name && <span className="tree-name">{name}</span>;
  if (size === undefined)
    return (
      <>
        <span className="tree-gap" />
        {label}
        <span className="tree-value" data-type={value === null ? 'null' : typeof value}>
          {JSON.stringify(value)}
        </span>
        {unit && <span className="tree-unit">{unit}</span>}
      </>
    );
  const plural = size === 1 ? '' : 's';
  return (
    <>
      <Icon of={ChevronRight} size={14} className="tree-chevron" />
      {label}
      <span className="tree-size">
        {Array.isArray(value) ? `[ ${size} item${plural} ]` : `{ ${size} field${plural} }`}
      </span>
    </>
  );
}
