import './inspector.css';
import { useMemo, useState } from 'react';
import type { Parameter, ResponseExample } from '../../../content/contract.ts';
import { jsonText, parseJson } from '../../code/exact-json.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { everyBranch, initiallyExpanded, unitAt, unitsOf, visibleRows } from './json-tree.ts';
import { parseNetcdfHeader } from './netcdf-header.ts';
import { TreeRows } from './tree-rows.tsx';

interface InspectorProps {
  example: ResponseExample;
  parameters: Parameter[];
}

const firstRowsMax = 24;

const readers = { 'application/json': parseJson, 'application/x-netcdf': parseNetcdfHeader } as const;

/** The response, or the header that describes it, as a tree. The bar below names the chosen row, and copies its path or its value. */
export function Inspector({ example, parameters }: InspectorProps) {
  const root = useMemo(() => readers[example.type](example.text), [example]);
  const units = useMemo(() => unitsOf(parameters), [parameters]);
  const [expanded, setExpanded] = useState(() =>
    root === undefined ? new Set<string>() : initiallyExpanded(root, firstRowsMax),
  );
  const [chosenPath, setChosenPath] = useState('');
  const rows = useMemo(() => (root === undefined ? [] : visibleRows(root, expanded)), [root, expanded]);
  const chosen = rows.find((row) => row.path === chosenPath) ?? rows[0];

  if (root === undefined || !chosen) {
    return <p className="inspector-message">This example is shortened and only readable as text: see Raw.</p>;
  }

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
          <button type="button" className="icon-button" onClick={() => setExpanded(everyBranch(root))}>
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
