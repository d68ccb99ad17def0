import type { Parameter } from '../../content/contract.ts';
import { descriptionWords, formatWords, noteWords } from '../../content/parameter-values.ts';
import { parameterAnchor } from '../../content/prose.ts';
import { useSite } from '../router/router-context.tsx';
import { namesOf } from './parameter-fold.ts';
import { Prose } from './prose.tsx';

interface ParameterListProps {
  parameters: Parameter[];
  anchor: string;
  /** How many are seen before the list is unfolded, those within others counted as well. */
  shown: number;
}

export function ParameterList({ parameters, anchor, shown }: ParameterListProps) {
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

/** What is none of these is a model of the provider's. */
function RequirementBadge({ requirement }: { requirement: string }) {
  const { models } = useSite();
  return (
    <span className={`badge ${badgeClasses[requirement] ?? 'badge-accent'}`} title={models[requirement]}>
      {requirement}
    </span>
  );
}
