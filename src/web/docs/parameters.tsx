import { useEffect, useId, useRef, useState } from 'react';
import type { Parameter } from '../../content/contract.ts';
import { descriptionWords, formatWords, noteWords } from '../../content/parameters.ts';
import { parameterAnchor } from '../../content/prose.ts';
import { useSite } from '../router/router-context.tsx';
import { FoldToggle } from '../ui/collapsible.tsx';
import { createStore, useStore } from '../ui/store.ts';
import { estimateFitting, type FittingCounts, namesIn, withNested } from './fitting-parameters.ts';
import { measureFitting } from './measure-parameters.ts';
import { Prose } from './prose.tsx';

interface ParametersProps {
  parameters: Parameter[];
  /** The anchors of the parameters start with the anchor of the heading above them. */
  anchor: string;
}

/** "Expand all" also applies to the next page. */
const allExpanded = createStore(false);

/**
 * Parameters that don't fit into the height of a table are behind a button that names them. The server counts them for
 * two widths, of which CSS picks one; the browser measures lists that are not on the screen yet.
 */
export function Parameters({ parameters, anchor }: ParametersProps) {
  const [expanded, setExpanded] = useState(false);
  const isOpen = useStore(allExpanded) || expanded;
  const [measured, setMeasured] = useState<number>();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => (list.current ? measureFitting(list.current, setMeasured) : undefined), []);
  const id = useId();
  if (parameters.length === 0) return <p className="parameters-none">None.</p>;
  const all = withNested(parameters);
  const counts = measured === undefined ? estimateFitting(parameters) : { narrow: measured, wide: measured };
  const isCut = counts.narrow < all.length;
  const toggle = () => {
    setExpanded(!isOpen);
    allExpanded.set(false);
  };
  return (
    <div className="parameters" data-expanded={isOpen || undefined}>
      <div id={id} ref={list}>
        <ParameterList parameters={parameters} anchor={anchor} hiddenIn={hiddenIn(all, counts)} />
      </div>
      {isCut && (
        <div className="parameters-end" data-cut={counts.wide < all.length ? 'always' : 'narrow'}>
          <FoldToggle expanded={isOpen} controls={id} onToggle={toggle}>
            {isOpen ? 'Show less' : <Hidden all={all} counts={counts} />}
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

/** Names the hidden parameters, by the width of the list. */
function Hidden({ all, counts: { narrow, wide } }: { all: Parameter[]; counts: FittingCounts }) {
  const nameAfter = (count: number) => {
    const names = all.slice(count).flatMap(namesIn);
    return `Show ${names.length} more: ${names.join(', ')}`;
  };
  if (narrow === wide) return nameAfter(narrow);
  return (
    <>
      <span data-width="narrow">{nameAfter(narrow)}</span>
      {wide < all.length && <span data-width="wide">{nameAfter(wide)}</span>}
    </>
  );
}

type HiddenIn = Map<Parameter, 'narrow' | 'always'>;

/** The widths at which a parameter is shown only when the list is expanded. */
const hiddenIn = (all: Parameter[], { narrow, wide }: FittingCounts): HiddenIn =>
  new Map(
    all.slice(narrow).map((parameter, index) => [parameter, narrow + index < wide ? 'narrow' : 'always']),
  );

interface ParameterListProps extends ParametersProps {
  hiddenIn: HiddenIn;
}

function ParameterList({ parameters, anchor, hiddenIn }: ParameterListProps) {
  return (
    <ul className="parameter-list">
      {parameters.map((parameter) => {
        const id = parameterAnchor(anchor, parameter.name);
        const format = formatWords(parameter);
        const note = noteWords(parameter);
        return (
          <li key={parameter.name} className="parameter-entry" id={id} data-more={hiddenIn.get(parameter)}>
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
              <ParameterList parameters={parameter.arrayItems} anchor={id} hiddenIn={hiddenIn} />
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
