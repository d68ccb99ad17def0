import { readFileSync } from 'node:fs';
import {
  type Document,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  parseDocument,
  type YAMLError,
  type YAMLWarning,
} from 'yaml';
import { z } from 'zod';
import { asSystemError } from '../../platform/errors.ts';
import { describeIssues, didYouMean, type Mistakes } from './mistakes.ts';

/** Values of `{{name}}` in the YAML files: hosts and the provider's name. */
export type Placeholders = Record<string, string>;

/** A file with its placeholders replaced and without the lines that don't apply to this portal. */
export interface FileText {
  text: string;
  /** The number of a line in the original file. */
  lineInFile(line: number): number;
}

/** Undefined if the file cannot be read. */
export function readText(
  path: string,
  mistakes: Mistakes,
  placeholders: Placeholders = {},
  conditions: Conditions = {},
): FileText | undefined {
  const source = readSource(path, mistakes);
  if (source === undefined) return undefined;
  const add = (line: number, sentence: string) => mistakes.add(path, line, sentence);
  const kept = keepApplicableLines(source, conditions, add);
  const lines = kept.map(({ line, number }) =>
    line.replaceAll(/\{\{(\w+)\}\}/g, (mark, name: string) => {
      const value = placeholders[name];
      if (value === undefined) add(number, `unknown placeholder ${mark}${hintOf(name, placeholders)}`);
      return value ?? name;
    }),
  );
  return { text: lines.join('\n'), lineInFile: (line) => kept[line - 1]?.number ?? line };
}

function readSource(path: string, mistakes: Mistakes): string | undefined {
  try {
    const source = readFileSync(path, 'utf8');
    if (source.includes('\uFFFD')) mistakes.add(path, 1, 'is not UTF-8 text');
    return source;
  } catch (error) {
    const { code, syscall } = asSystemError(error);
    if (!syscall) throw error;
    mistakes.add(path, 1, `cannot be read: ${code}`);
    return undefined;
  }
}

function hintOf(name: string, known: object): string {
  const names = Object.keys(known);
  const all = names.length > 0 ? `: there are ${names.join(', ')}` : ': this file has none';
  return didYouMean(name, names) || all;
}

type Field = PropertyKey[];

export interface YamlFile<T> {
  content: T;
  /** The line of a field, or of its parent if the field is missing. */
  lineOf(field: Field): number;
}

/** Undefined if the content doesn't have the right shape. Values that are wrong are reported and kept. */
export function parseYaml<T>(
  path: string,
  { text, lineInFile }: FileText,
  schema: z.ZodType<T>,
  mistakes: Mistakes,
): YamlFile<T> | undefined {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => lineInFile(lines.linePos(offset).line);
  const { errors, warnings } = document;
  // Most of the other errors of syntax follow from the first.
  const broken = errors.find(({ code }) => code !== 'DUPLICATE_KEY');
  for (const error of broken ? [broken] : [...errors, ...warnings])
    mistakes.add(path, lineAt(error.pos[0]), syntaxSentence(error, text));
  if (broken) return undefined;
  const content = toContent(document, (sentence) => mistakes.add(path, 1, sentence));
  if (content === undefined) return undefined;
  const lineOf = (field: Field) => lineAt(offsetOf(document, field));
  const parsed = schema.safeParse(content, { reportInput: true });
  if (parsed.success) return { content: parsed.data, lineOf };
  const { issues } = parsed.error;
  for (const { field, sentence } of describeIssues(issues)) mistakes.add(path, lineOf(field), sentence);
  return issues.every(({ code }) => valueIssues.has(code)) ? { content: content as T, lineOf } : undefined;
}

/** With these issues a value has the right type, so the checks between files can still use it. */
const valueIssues = new Set(['custom', 'invalid_format', 'too_small', 'too_big']);

function toContent(document: Document, complain: (sentence: string) => void): unknown {
  try {
    return document.toJS();
  } catch (error) {
    // An alias is unknown, or there are too many.
    if (!(error instanceof ReferenceError)) throw error;
    complain(error.message);
    return undefined;
  }
}

function syntaxSentence({ code, message, pos }: YAMLError | YAMLWarning, text: string): string {
  if (code === 'MULTIPLE_DOCS') return 'only one document may be in a file: remove the line `---`';
  if (code !== 'DUPLICATE_KEY') return message;
  return `the field \`${text.slice(pos[0]).replace(/[:\s].*$/s, '')}\` appears twice`;
}

/** The offset is that of the field's name, because its value may begin on a later line. */
function offsetOf(document: Document, field: Field): number {
  for (let length = field.length; length > 0; length--) {
    const name = field[length - 1];
    const parent = length === 1 ? document.contents : document.getIn(field.slice(0, length - 1), true);
    const pair = isMap(parent)
      ? parent.items.find(({ key }) => isScalar(key) && key.value === name)
      : undefined;
    const node = pair?.key ?? document.getIn(field.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

/** Whether each condition is true for this portal, by name. */
export type Conditions = Record<string, boolean>;

/** A line with its number in the original file. */
interface KeptLine {
  line: string;
  number: number;
}

const begin = /\{\{only (\w+)\}\}/;
const ownLine = /^\s*(?:# )?\{\{(?:only (\w+)|end)\}\}\s*$/;
const inLine = /\{\{only (\w+)\}\}(.*?)\{\{end\}\}/g;

/**
 * Removes text between `{{only data_sandbox}}` and `{{end}}` if the condition is false. The marks can be inside a line,
 * or on their own lines, after a `#` if YAML allows no text there.
 */
export function keepApplicableLines(
  text: string,
  conditions: Conditions,
  complain: (line: number, sentence: string) => void,
): KeptLine[] {
  const kept: KeptLine[] = [];
  let open: { isTrue: boolean; number: number } | undefined;
  const isTrue = (name: string, number: number): boolean => {
    const known = conditions[name];
    if (known === undefined)
      complain(number, `{{only ${name}}} is not a condition${hintOf(name, conditions)}`);
    return known ?? true;
  };
  for (const [index, line] of text.split('\n').entries()) {
    const number = index + 1;
    const mark = ownLine.exec(line);
    if (mark) {
      const [, name] = mark;
      if ((name !== undefined) === (open !== undefined))
        complain(number, name ? '{{only}} inside another {{only}}' : '{{end}} without {{only}}');
      open = name === undefined ? undefined : { isTrue: isTrue(name, number), number };
      continue;
    }
    if (open && !open.isTrue) continue;
    const rest = line.replaceAll(inLine, (_, name: string, words: string) =>
      isTrue(name, number) ? words : '',
    );
    if (begin.test(rest)) complain(number, '{{only}} without {{end}} on its line');
    if (rest === line || rest.trim() !== '') kept.push({ line: rest, number });
  }
  if (open) complain(open.number, '{{only}} without {{end}}');
  return kept;
}

/** An unknown field is an error, so that a misspelt one never leaves a gap on a page. */
export const strictObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, knownFields(Object.keys(shape)));

/** The error message of an unknown field lists the known ones, from which `describeIssues` picks a suggestion. */
export const knownFields = (names: readonly string[]) => ({
  error: ({ code }: { code?: string }) => (code === 'unrecognized_keys' ? names.join(' ') : undefined),
});
