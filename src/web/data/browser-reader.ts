import { loadHighlighter } from '../ui/highlighter.ts';
import type { Reader } from './load-page.ts';

/** What a move needs beside the data: the YAML parser and the highlighter, loaded once, with the first move. */
export async function browserReader(): Promise<Reader> {
  const [{ parse }] = await Promise.all([import('./parse-yaml.ts'), loadHighlighter()]);
  return { fetch: (address) => fetch(address), parse };
}
