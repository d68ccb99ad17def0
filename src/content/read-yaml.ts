import { readFileSync } from 'node:fs';
import { LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';

/** A mistake in the content: names file, line and field, and stops whatever wanted to show it. */
export class ContentError extends Error {}

/** What the YAML files say instead of a host or the provider's name. */
export type Placeholders = Record<string, string>;

export function readText(path: string, placeholders: Placeholders): string {
  const text = readFileSync(path, 'utf8');
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = placeholders[name];
    if (value === undefined)
      throw new ContentError(`${path}: {{${name}}} is not one of ${Object.keys(placeholders).join(', ')}`);
    return value;
  });
}

export function parseYaml<T>(path: string, text: string, schema: z.ZodType<T>): T {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const error = document.errors[0];
  if (error) throw new ContentError(`${path}:${lines.linePos(error.pos[0]).line}: ${error.message}`);
  const parsed = schema.safeParse(document.toJS());
  if (parsed.success) return parsed.data;
  const { path: field, message } = deepest(parsed.error.issues);
  throw new ContentError(`${path}:${lineOf(field)}: ${field.join('.') || 'the file'}: ${message}`);

  /** The field itself, or for a missing one whatever should have held it. */
  function lineOf(field: PropertyKey[]): number {
    for (let length = field.length; length > 0; length--) {
      const node = document.getIn(field.slice(0, length), true) as
        | { range?: [number, number, number] }
        | undefined;
      if (node?.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  }
}

type Issue = z.core.$ZodIssue;

/** Of a union's complaints, the one that got furthest: that is the shape the writer meant. */
function deepest(issues: Issue[]): { path: PropertyKey[]; message: string } {
  const flat = issues.flatMap((issue) => flatten(issue, []));
  return flat.toSorted((one, other) => other.path.length - one.path.length)[0]!;
}

function flatten(issue: Issue, prefix: PropertyKey[]): { path: PropertyKey[]; message: string }[] {
  const path = [...prefix, ...issue.path];
  if (issue.code !== 'invalid_union') return [{ path, message: issue.message }];
  return [
    { path, message: 'has none of the allowed shapes' },
    ...issue.errors.flat().flatMap((inner) => flatten(inner, path)),
  ];
}
