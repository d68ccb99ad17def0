import type { Parameter, ParameterValue } from './contract.ts';

/** What a value looks like, for those forms that have a name; other formats are shown as they are written. */
const formatNames: Record<string, string> = {
  'date-time': 'ISO 8601',
  date: 'YYYY-MM-DD',
  'date-hour': 'YYYY-MM-DDTHH:00:00',
};

/** Every value there is, where they can be counted; `path` matters where it decides. */
export function choicesOf(parameter: Parameter, path: string): ParameterValue[] | undefined {
  const { type, minimum, maximum } = parameter;
  if (parameter.enum_by_path) return parameter.enum_by_path[path];
  if (!parameter.enum || type !== 'string') return parameter.enum;
  if (minimum === undefined || maximum === undefined) return parameter.enum;
  const numbers = Array.from({ length: maximum - minimum + 1 }, (_, index) => String(minimum + index));
  return [...parameter.enum, ...numbers];
}

/** An example that fits the path. */
export function exampleOf(parameter: Parameter, path: string): ParameterValue | undefined {
  const choices = choicesOf(parameter, path);
  return choices && !choices.includes(parameter.example!) ? choices[0] : parameter.example;
}

/** What the Format line shows: the writer's own words, or those that the other fields make. */
export function formatWords(parameter: Parameter): string | undefined {
  const { type, format, minimum, maximum } = parameter;
  if (format) return formatNames[format] ?? format;
  if (type === 'boolean') return parameter.default === undefined ? undefined : 'true or false';
  const words = parameter.enum && listWords(parameter.enum.map(String));
  const range = rangeWords(minimum, maximum);
  return words && range ? `${words}, or ${range}` : (words ?? range);
}

function rangeWords(minimum: number | undefined, maximum: number | undefined): string | undefined {
  if (minimum === undefined) return undefined;
  return maximum === undefined ? `from ${minimum}` : `${minimum} to ${maximum}`;
}

const listWords = (words: string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** What it is, and what it is when nobody says. */
export function descriptionWords({ description, default: value }: Parameter): string {
  return value === undefined ? description : `${description} The default is \`${value}\`.`;
}

/** What there is to mind, and what must be asked for to get it. */
export function noteWords({ note, only_with }: Parameter): string | undefined {
  if (only_with === undefined) return note;
  return [`With \`${only_with}\`.`, note].filter(Boolean).join(' ');
}
