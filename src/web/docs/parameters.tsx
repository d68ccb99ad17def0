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
const allExpanded = createStore(false);

/** Parameters that don't fit into the height of a table are behind a button that names them. */
export function Parameters({ parameters, anchor }: ParametersProps) {
  const [expanded, setExpanded] = useState(false);
  const isOpen = useStore(allExpanded) || expanded;
  const id = useId();
  if (parameters.length === 0) return <p className="parameters-none">None.</p>;
  const all = withNested(parameters);
  const hidden = all.slice(fittingCount(all));
  const toggle = () => {
    setExpanded(!isOpen);
    allExpanded.set(false);
  };
  return (
    <div className="parameters" data-expanded={isOpen || undefined}>
      <div id={id}>
        <ParameterList parameters={parameters} anchor={anchor} hidden={hidden} />
      </div>
      {hidden.length > 0 && (
        <div className="parameters-end">
          <FoldToggle expanded={isOpen} controls={id} onToggle={toggle}>
            {isOpen
              ? 'Show less'
              : `Show ${hidden.length} more: ${hidden.map(({ name }) => name).join(', ')}`}
          </FoldToggle>
          {!isOpen && (
            <button type="button" className="icon-button" onClick={() => allExpanded.set(true)}>
              Expand all
            </button>
          )}
        </div>
      )}
    </div>
  );
}

interface ParameterListProps extends ParametersProps {
  /** Parameters that are shown only when the list is expanded. */
  hidden: Parameter[];
}

function ParameterList({ parameters, anchor, hidden }: ParameterListProps) {
  return (
    <ul className="parameter-list">
      {parameters.map((parameter) => {
        const id = parameterAnchor(anchor, parameter.name);
        const format = formatWords(parameter);
        const note = noteWords(parameter);
        return (
          <li
            key={parameter.name}
            className="parameter-entry"
            id={id}
            data-more={hidden.includes(parameter) || undefined}
          >
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
              <ParameterList parameters={parameter.arrayItems} anchor={id} hidden={hidden} />
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

/** Returns all parameters in page order, nested ones included. */
const withNested = (parameters: Parameter[]): Parameter[] =>
  parameters.flatMap((parameter) => [parameter, ...withNested(parameter.arrayItems ?? [])]);

/** At least one parameter is shown, however tall it is. */
function fittingCount(all: Parameter[]): number {
  let heightPx = 0;
  const first = all.findIndex((parameter) => {
    heightPx += parameterHeightPx(parameter);
    return heightPx > collapse.table.limitPx;
  });
  return first < 0 ? all.length : Math.max(1, first);
}

/** Heights are estimated from character counts for a column of medium width. */
const textLinePx = 24;
const charactersPerLine = 72;
const parameterHeadPx = 58;

/** Nested parameters are not included. */
function parameterHeightPx(parameter: Parameter): number {
  const lines = [descriptionWords(parameter), noteWords(parameter) ?? '']
    .map((text) => Math.ceil(text.length / charactersPerLine))
    .reduce((sum, count) => sum + count, formatWords(parameter) ? 1 : 0);
  return parameterHeadPx + lines * textLinePx;
}
