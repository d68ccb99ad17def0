import { useId } from 'react';
import type { Parameter } from '../../content/contract.ts';
import { formatWords } from '../../content/parameter-values.ts';
import { type Control, type ControlProps, controlOf } from './controls.ts';
import { PlacesControl } from './places-control.tsx';
import { TimeControl } from './time-control.tsx';
import { unixWords } from './unix-words.ts';

interface FieldControlProps {
  parameter: Parameter;
  path: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

export function FieldControl({ parameter, path, value, error, onChange }: FieldControlProps) {
  const id = useId();
  const control = controlOf(parameter, path);
  const { name, required, unit } = parameter;
  const props: ControlProps = {
    id,
    value,
    onChange,
    placeholder: placeholderOf(parameter),
    'aria-invalid': error ? true : undefined,
    'aria-describedby': `${id}-hint ${id}-error`,
  };
  return (
    <div className="console-field">
      <label htmlFor={id}>
        <code>{name}</code>
        {unit && <span className="console-unit">{unit}</span>}
        {required !== 'optional' && <span className="console-required">{required}</span>}
      </label>
      <ControlInput control={control} props={props} parameter={parameter} />
      <p className="console-hint" id={`${id}-hint`}>
        {hintOf(control, value)}
      </p>
      <p className="field-error" id={`${id}-error`} aria-live="polite">
        {error}
      </p>
    </div>
  );
}

function ControlInput({
  control,
  props: { onChange, ...props },
  parameter,
}: {
  control: Control;
  props: ControlProps;
  parameter: Parameter;
}) {
  switch (control.kind) {
    case 'choice':
      return (
        <select
          {...withoutPlaceholder(props)}
          className="console-input"
          onChange={(event) => onChange(event.target.value)}
        >
          <option value="">{emptyWords(parameter)}</option>
          {control.choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      );
    case 'flag':
      return (
        <input
          {...withoutPlaceholder(props)}
          type="checkbox"
          className="console-flag"
          value="true"
          checked={props.value === 'true'}
          onChange={(event) => onChange(event.target.checked ? 'true' : '')}
        />
      );
    case 'hour':
    case 'unix time':
      return (
        <TimeControl
          {...props}
          onChange={onChange}
          isUnix={control.kind === 'unix time'}
          name={parameter.name}
        />
      );
    case 'places':
      return <PlacesControl {...props} onChange={onChange} />;
    case 'text':
      return (
        <input
          {...props}
          className="console-input"
          inputMode={control.inputMode}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

const withoutPlaceholder = ({ placeholder: _, ...props }: Omit<ControlProps, 'onChange'>) => props;

/** What may be typed, and what is meant when nothing is. */
function placeholderOf(parameter: Parameter): string | undefined {
  const { default: usual, example, minimum, format } = parameter;
  const range = minimum !== undefined && !format ? formatWords(parameter) : undefined;
  if (usual !== undefined) return [range, `${usual} by default`].filter(Boolean).join(', ');
  return range ?? (example === undefined ? undefined : `e.g. ${example}`);
}

const emptyWords = ({ default: usual, required }: Parameter) =>
  usual !== undefined ? `${usual} by default` : required === 'optional' ? 'not sent' : 'choose one';

const hintOf = (control: Control, value: string) =>
  control.kind === 'unix time' ? unixWords(value) : undefined;
