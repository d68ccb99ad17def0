import { useId, useState } from 'react';
import type { Parameter } from '../../content/contract.ts';
import { descriptionWords, formatWords, noteWords } from '../../content/parameters.ts';
import { parameterAnchor } from '../../content/prose.ts';
import { useSite } from '../router/router-context.tsx';
import { collapse, FoldToggle } from '../ui/collapsible.tsx';
import { createStore, useStore } from '../ui/store.ts';
import { Prose } from './prose.tsx';

interface ParametersProps {
  parameters: Parameter[];
  /** The anchors of the parameters start with the anchor of the heading above them. */
  anchor: string;
}

/** "Expand all" also applies to the next page. */
const allShown = createStore(false);

/** Parameters that don't fit into the height of a table are behind a button that names them. */
export function Parameters({ parameters, anchor }: ParametersProps) {
  const [expanded, setExpanded] = useState(false);
  const all = useStore(allShown);
  const id = useId();
  if (parameters.length === 0) return <p className="parameters-none">None.</p>;
  const shown = shownCount(parameters);
  const hidden = namesOf(parameters).slice(shown);
  const isOpen = all || expanded;
  const toggle = () => {
    setExpanded(!isOpen);
    allShown.set(false);
  };
  return (
    <div className="parameters" data-expanded={isOpen || undefined}>
      <div id={id}>
        <ParameterList parameters={parameters} anchor={anchor} shown={shown} />
      </div>
      {hidden.length > 0 && (
        <div className="parameters-end">
          <FoldToggle expanded={isOpen} controls={id} onToggle={toggle}>
            {isOpen ? 'Show less' : `Show ${hidden.length} more: ${hidden.join(', ')}`}
          </FoldToggle>
          {!isOpen && (
            <button type="button" className="icon-button" onClick={() => allShown.set(true)}>
              Expand all
            </button>
          )}
        </div>
      )}
    </div>
  );
}

interface ParameterListProps {
  parameters: Parameter[];
  anchor: string;
  /** The number of parameters shown before the list is expanded, nested ones included. */
  shown: number;
}

function ParameterList({ parameters, anchor, shown }: ParameterListProps) {
  let place = 0;
  return (
    <ul className="parameter-list">
      {parameters.map((parameter) => {
        const left = shown - place;
        place += namesOf([parameter]).length;
        const id = parameterAnchor(anchor, parameter.name);
        const format = formatWords(parameter);
        const note = noteWords(parameter);
        return (
          <li key={parameter.name} className="parameter-entry" id={id} data-more={left <= 0 || undefined}>
            <div className="parameter-head">
              <a href={`#${id}`} className="parameter-name">
                {parameter.name}
              </a>
              <span className="parameter-type">{parameter.type}</span>
              {parameter.unit && <span className="parameter-unit">{parameter.unit}</span>}
              {parameter.required && <RequirementBadge requirement={parameter.required} />}
            </div>
            {format && (
              <p className="parameter-format">
                Format <code className="inline-code">{format}</code>
              </p>
            )}
            <Prose text={descriptionWords(parameter)} />
            {note && (
              <div className="parameter-note">
                <Prose text={note} />
              </div>
            )}
            {parameter.arrayItems && (
              <ParameterList parameters={parameter.arrayItems} anchor={id} shown={left - 1} />
            )}
          </li>
        );
      })}
    </ul>
  );
}

const badgeClasses: Record<string, string> = {
  required: 'badge-danger',
  optional: '',
  alternative: 'badge-warning',
};

/** Any other requirement is the name of one of the provider's models. */
function RequirementBadge({ requirement }: { requirement: string }) {
  const { models } = useSite();
  return (
    <span className={`badge ${badgeClasses[requirement] ?? 'badge-accent'}`} title={models[requirement]}>
      {requirement}
    </span>
  );
}

/** Returns all names in page order, nested ones included. */
const namesOf = (parameters: Parameter[]): string[] =>
  parameters.flatMap(({ name, arrayItems = [] }) => [name, ...namesOf(arrayItems)]);

function shownCount(parameters: Parameter[]): number {
  let heightPx = 0;
  let count = 0;
  for (const parameter of inOrder(parameters)) {
    heightPx += parameterHeightPx(parameter);
    if (heightPx > collapse.table.limitPx && count > 0) return count;
    count += 1;
  }
  return count;
}

const inOrder = (parameters: Parameter[]): Parameter[] =>
  parameters.flatMap((parameter) => [parameter, ...inOrder(parameter.arrayItems ?? [])]);

/** Heights are estimated from character counts for a column of medium width. */

const textLinePx = 24;
const parameterCharactersPerLine = 72;
const parameterHeadPx = 58;

/** Nested parameters are not included. */
function parameterHeightPx(parameter: Parameter): number {
  const lines = [descriptionWords(parameter), noteWords(parameter) ?? ''].map((text) =>
    Math.ceil(text.length / parameterCharactersPerLine),
  );
  return (
    parameterHeadPx +
    (formatWords(parameter) ? textLinePx : 0) +
    lines.reduce((sum, count) => sum + count) * textLinePx
  );
}

const cellPaddingPx = 20;
const rowCharactersPerLine = 90;

export function tableHeightPx(rows: string[][]): number {
  return rows.reduce((height, row) => height + rowHeightPx(row), 44);
}

function rowHeightPx(row: string[]): number {
  const lines = Math.max(1, Math.ceil(row.join('').length / rowCharactersPerLine));
  return lines * textLinePx + cellPaddingPx;
}
