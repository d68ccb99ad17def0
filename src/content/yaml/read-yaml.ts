import { readFileSync } from 'node:fs';
import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, type YAMLError } from 'yaml';
import type { z } from 'zod';
import { ContentError } from './content-error.ts';
import { didYouMean } from './nearest.ts';
import { type Conditions, keepTrueLines } from './true-lines.ts';
import { mistakeOf } from './yaml-mistake.ts';

/** What the YAML files say instead of a host or the provider's name. */
export type Placeholders = Record<string, string>;

/** What is true here of a file, with the hosts in it. */
export interface FileText {
  text: string;
  /** The number that a line has in the file itself. */
  lineInFile(line: number): number;
}

export function readText(
  path: string,
  placeholders: Placeholders = {},
  conditions: Conditions = {},
): FileText {
  const kept = keepTrueLines(path, readFileSync(path, 'utf8'), conditions);
  const lines = kept.map(({ line, number }) =>
    line.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = placeholders[name];
      if (value !== undefined) return value;
      const known = Object.keys(placeholders);
      const hint = didYouMean(name, known) || `: there are ${known.join(', ')}`;
      throw new ContentError(path, number, `{{${name}}} stands for nothing${hint}`);
    }),
  );
  return { text: lines.join('\n'), lineInFile: (line) => kept[line - 1]?.number ?? line };
}

type Field = PropertyKey[];

export interface YamlFile<T> {
  content: T;
  /** Where a field stands; for a missing one, where what should hold it stands. */
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
  return `the field \`${/^[^:\s]*/.exec(text.slice(pos[0]))![0]}\` is there twice`;
}

/** Of its name, because the value of a field may begin a line later. */
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
