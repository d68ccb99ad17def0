import { readFileSync } from 'node:fs';
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, type YAMLError } from 'yaml';
import { z } from 'zod';
import { ContentError, didYouMean, mistakeOf } from './mistakes.ts';

/** Values of `{{name}}` in the YAML files: hosts and the provider's name. */
export type Placeholders = Record<string, string>;

/** A file with its placeholders replaced and without the lines that don't apply to this portal. */
export interface FileText {
  text: string;
  /** The number of a line in the original file. */
  lineInFile(line: number): number;
}

export function readText(
  path: string,
  placeholders: Placeholders = {},
  conditions: Conditions = {},
): FileText {
  const kept = keepApplicableLines(path, readFileSync(path, 'utf8'), conditions);
  const lines = kept.map(({ line, number }) =>
    line.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = placeholders[name];
      if (value !== undefined) return value;
      const known = Object.keys(placeholders);
      const hint = didYouMean(name, known) || `: there are ${known.join(', ')}`;
      throw new ContentError(path, number, `unknown placeholder {{${name}}}${hint}`);
    }),
  );
  return { text: lines.join('\n'), lineInFile: (line) => kept[line - 1]?.number ?? line };
}

type Field = PropertyKey[];

export interface YamlFile<T> {
  content: T;
  /** The line of a field, or of its parent if the field is missing. */
  lineOf(field: Field): number;
}

export function parseYaml<T>(
  path: string,
  { text, lineInFile }: FileText,
  schema: z.ZodType<T>,
): YamlFile<T> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const lineAt = (offset: number) => lineInFile(lines.linePos(offset).line);
  const [error] = document.errors;
  if (error) throw new ContentError(path, lineAt(error.pos[0]), syntaxSentence(error, text));
  const lineOf = (field: Field) => lineAt(offsetOf(document, field));
  const parsed = schema.safeParse(document.toJS());
  if (parsed.success) return { content: parsed.data, lineOf };
  const { field, sentence } = mistakeOf(parsed.error.issues);
  throw new ContentError(path, lineOf(field), sentence);
}

function syntaxSentence({ code, message, pos }: YAMLError, text: string): string {
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
export function keepApplicableLines(path: string, text: string, conditions: Conditions): KeptLine[] {
  const kept: KeptLine[] = [];
  let open: { isTrue: boolean; number: number } | undefined;
  const isTrue = (name: string, number: number): boolean => {
    const known = conditions[name];
    if (known !== undefined) return known;
    const names = Object.keys(conditions);
    const hint = didYouMean(name, names) || `: there are ${names.join(', ')}`;
    throw new ContentError(path, number, `{{only ${name}}} is not a condition${hint}`);
  };
  for (const [index, line] of text.split('\n').entries()) {
    const number = index + 1;
    const mark = ownLine.exec(line);
    if (mark) {
      const [, name] = mark;
      if ((name !== undefined) === (open !== undefined))
        throw new ContentError(
          path,
          number,
          name ? '{{only}} inside another {{only}}' : '{{end}} without {{only}}',
        );
      open = name === undefined ? undefined : { isTrue: isTrue(name, number), number };
      continue;
    }
    if (open && !open.isTrue) continue;
    const rest = line.replaceAll(inLine, (_, name: string, words: string) =>
      isTrue(name, number) ? words : '',
    );
    if (begin.test(rest)) throw new ContentError(path, number, '{{only}} without {{end}} on its line');
    if (rest === line || rest.trim() !== '') kept.push({ line: rest, number });
  }
  if (open) throw new ContentError(path, open.number, '{{only}} without {{end}}');
  return kept;
}

/** An unknown field is an error, so that a misspelt one never leaves a gap on a page. */
export const strictObject = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, knownFields(Object.keys(shape)));

/** The error message of an unknown field lists the known ones, from which `mistakeOf` picks a suggestion. */
export const knownFields = (names: readonly string[]) => ({
  error: ({ code }: { code?: string }) => (code === 'unrecognized_keys' ? names.join(' ') : undefined),
});
