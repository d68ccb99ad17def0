import '../ui/field.css';
import { CalendarClock, MapPin } from 'lucide';
import { useId, useRef, useState } from 'react';
import type { Parameter } from '../../content/contract.ts';
import { choicesOf, formatWords } from '../../content/parameters.ts';
import { defaultPlace, namedPlaces, pairOf, placeNames, readPlaces } from '../../content/requests/places.ts';
import { formatDayAndMinute } from '../../time.ts';
import { Icon } from '../ui/icon.tsx';
import { onDemand, useOnDemand } from '../ui/on-demand.ts';

type Control =
  | { kind: 'choice'; choices: string[] }
  | { kind: 'flag' | 'hour' | 'unix time' | 'places' }
  | { kind: 'text'; inputMode: 'decimal' | 'numeric' | 'text' };

export function controlOf(parameter: Parameter, path: string): Control {
  const { type, format = '' } = parameter;
  const choices = choicesOf(parameter, path);
  if (choices) return { kind: 'choice', choices: choices.map(String) };
  if (type === 'boolean') return { kind: 'flag' };
  if (format === 'date-hour') return { kind: 'hour' };
  if (format.startsWith('unix seconds')) return { kind: 'unix time' };
  if (format.startsWith('latitude,longitude')) return { kind: 'places' };
  return { kind: 'text', inputMode: type === 'string' ? 'text' : type === 'integer' ? 'numeric' : 'decimal' };
}

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
  return (
    <div className="console-field">
      <label htmlFor={id}>
        <code>{name}</code>
        {unit && <span className="console-unit">{unit}</span>}
        {required !== 'optional' && <span className="console-required">{required}</span>}
      </label>
      <ControlInput
        control={control}
        parameter={parameter}
        onChange={onChange}
        id={id}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint ${id}-error`}
      />
      <p className="console-hint" id={`${id}-hint`}>
        {control.kind === 'unix time' && formatUnixTime(value)}
      </p>
      <p className="field-error" id={`${id}-error`} aria-live="polite">
        {error}
      </p>
    </div>
  );
}

interface InputProps {
  id: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string | undefined;
  inputMode?: 'decimal' | 'numeric' | 'text';
  'aria-invalid': true | undefined;
  'aria-describedby': string;
}

interface ControlInputProps extends InputProps {
  control: Control;
  parameter: Parameter;
}

function ControlInput({ control, parameter, onChange, ...props }: ControlInputProps) {
  const typed = { ...props, onChange, placeholder: placeholderOf(parameter) };
  switch (control.kind) {
    case 'choice':
      return (
        <select {...props} className="console-input" onChange={(event) => onChange(event.target.value)}>
          <option value="">{emptyChoice(parameter)}</option>
          {control.choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      );
    case 'flag':
      return (
        <input
          {...props}
          type="checkbox"
          className="console-flag"
          value="true"
          checked={props.value === 'true'}
          onChange={(event) => onChange(event.target.checked ? 'true' : '')}
        />
      );
    case 'hour':
    case 'unix time':
      return <TimeControl {...typed} isUnix={control.kind === 'unix time'} name={parameter.name} />;
    case 'places':
      return <PlacesControl {...typed} />;
    case 'text':
      return <TextInput {...typed} inputMode={control.inputMode} />;
  }
}

const TextInput = ({ onChange, ...props }: InputProps) => (
  <input
    {...props}
    className="console-input"
    autoComplete="off"
    spellCheck={false}
    onChange={(event) => onChange(event.target.value)}
  />
);

function placeholderOf(parameter: Parameter): string | undefined {
  const { default: usual, example, minimum, format } = parameter;
  const range = minimum !== undefined && !format ? formatWords(parameter) : undefined;
  if (usual !== undefined) return [range, `default ${usual}`].filter(Boolean).join(', ');
  if (example === undefined) return range;
  // A whole time and its zone fit in the field without these words.
  return range ?? (format === 'date-hour' ? String(example) : `e.g. ${example}`);
}

const emptyChoice = ({ default: usual, required }: Parameter) =>
  usual !== undefined ? `Default (${usual})` : required === 'optional' ? 'Not set' : 'Choose one';

interface TimeControlProps extends InputProps {
  /** The value is in seconds since 1970 instead of a date. */
  isUnix: boolean;
  name: string;
}

/** The value can be typed as the API expects it, or picked. Both are in UTC. */
function TimeControl({ isUnix, name, ...props }: TimeControlProps) {
  const { value, onChange } = props;
  const picker = useRef<HTMLInputElement>(null);
  const timeMs = isUnix ? Number(value || Number.NaN) * 1000 : Date.parse(`${value.slice(0, 16)}Z`);
  const isValid = Number.isFinite(timeMs) && Math.abs(timeMs) < 8e15;
  const pick = (text: string) => {
    if (text === '') return onChange('');
    onChange(isUnix ? String(Date.parse(`${text}Z`) / 1000) : `${text.slice(0, 13)}:00:00`);
  };
  return (
    <div className="console-time">
      <TextInput {...props} inputMode={isUnix ? 'numeric' : 'text'} />
      {!isUnix && <span className="console-zone">UTC</span>}
      <input
        ref={picker}
        type="datetime-local"
        className="console-picker"
        step={isUnix ? 60 : 3600}
        value={isValid ? new Date(timeMs).toISOString().slice(0, 16) : ''}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => pick(event.target.value)}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={`Pick ${name} in UTC`}
        onClick={() => picker.current?.showPicker()}
      >
        <Icon of={CalendarClock} size={16} />
      </button>
    </div>
  );
}

/** Returns undefined unless the text is a plausible number of seconds since 1970. */
export function formatUnixTime(seconds: string): string | undefined {
  if (!/^\d{9,10}$/.test(seconds.trim())) return undefined;
  return formatDayAndMinute(Number(seconds) * 1000);
}

const mapCode = onDemand(() => import('./place-map.tsx'));

/** Coordinates can be typed, chosen by name or picked on a map. */
function PlacesControl(props: InputProps) {
  const { value, onChange } = props;
  const [isMapOpen, setIsMapOpen] = useState(false);
  const { value: code } = useOnDemand(mapCode, isMapOpen);
  const add = (pair: string) =>
    onChange([...value.split(';').filter((each) => each.trim() !== ''), pair].join(';'));
  const names = value.trim() === '' ? [] : placeNames(value);
  return (
    <div className="console-places">
      <TextInput {...props} />
      <div className="console-places-ways">
        <select
          className="console-input"
          aria-label="Add a place by name"
          value=""
          onChange={(event) => event.target.value && add(event.target.value)}
        >
          <option value="">Add a place...</option>
          {namedPlaces.map((place) => (
            <option key={place.name} value={pairOf(place)}>
              {place.name}
            </option>
          ))}
        </select>
        <button
          type="button"
          className="button button-secondary button-small"
          aria-expanded={isMapOpen}
          onClick={() => setIsMapOpen(!isMapOpen)}
        >
          <Icon of={MapPin} size={15} />
          Map
        </button>
        {names.length > 1 && (
          <button
            type="button"
            className="icon-button"
            onClick={() => onChange(pairOf(readPlaces(value).at(-1) ?? defaultPlace))}
          >
            Keep only the last
          </button>
        )}
      </div>
      {names.length > 0 && <p className="console-hint">{names.join(' · ')}</p>}
      {isMapOpen && code && (
        <code.PlaceMap places={readPlaces(value)} onPick={(place) => add(pairOf(place))} />
      )}
    </div>
  );
}
