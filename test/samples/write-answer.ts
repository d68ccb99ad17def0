import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isScalar, parseDocument } from 'yaml';
import { root } from '../../src/platform/root.ts';
import type { ShownAnswer } from './shown-answers.ts';

/** Replaces only the text. The rest of the file keeps its comments and layout. */
export function replaceText(shown: ShownAnswer, text: string): void {
  const { name, source, start, end, indent } = placeOf(shown);
  const lines = text
    .trimEnd()
    .split('\n')
    .map((each) => (each ? `${indent}  ${each}` : ''));
  writeFileSync(name, `${source.slice(0, start)}|\n${lines.join('\n')}\n${source.slice(end)}`);
}

/** Writes the note on its own line above the text. */
export function markShortened(shown: ShownAnswer, words: string | undefined): void {
  const { name, source, start, indent } = placeOf(shown);
  const field = source.lastIndexOf('\n', start) + 1;
  const before = source.slice(0, field).replace(/ *shortened: .*\n$/, '');
  writeFileSync(name, before + (words ? `${indent}shortened: ${words}\n` : '') + source.slice(field));
}

function placeOf({ file, path }: ShownAnswer) {
  const name = join(root, 'content', file);
  const source = readFileSync(name, 'utf8');
  const node = parseDocument(source, { uniqueKeys: false }).getIn(path, true);
  if (!isScalar(node) || !node.range) throw new Error(`${file} has no text at ${path.join('.')}`);
  const [start, end] = node.range;
  const line = source.slice(source.lastIndexOf('\n', start) + 1, start);
  return { name, source, start, end, indent: ' '.repeat(line.search(/\S/)) };
}
