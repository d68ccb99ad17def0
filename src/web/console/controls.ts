import type { Parameter } from '../../content/contract.ts';
import { choicesOf } from '../../content/parameter-values.ts';

/** How a parameter is filled in. */
export type Control =
  | { kind: 'choice'; choices: string[] }
  | { kind: 'flag' }
  | { kind: 'hour' }
  | { kind: 'unix time' }
  | { kind: 'places' }
  | { kind: 'text'; inputMode: 'decimal' | 'numeric' | 'text' };

/** What every control is given. */
export interface ControlProps {
  id: string;
  value: string;
  onChange: (value: string) => void;
  placeholder: string | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string;
}

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
