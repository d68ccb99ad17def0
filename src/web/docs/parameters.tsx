import { useId, useState } from 'react';
import type { Parameter } from '../../content/contract.ts';
import { FoldToggle } from '../ui/fold-toggle.tsx';
import { createStore, useStore } from '../ui/store.ts';
import { namesOf, shownCount } from './parameter-fold.ts';
import { ParameterList } from './parameter-list.tsx';

interface ParametersProps {
  parameters: Parameter[];
  /** The anchor of the heading above; those of the parameters begin with it. */
  anchor: string;
}

/** Whether every list is open, also on the next page. */
const allShown = createStore(false);

/** Those that do not fit into the height of a table wait behind a button that names them. */
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
