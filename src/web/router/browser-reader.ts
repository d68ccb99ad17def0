import { highlighter } from '../code/highlighter.ts';
import { onDemand } from '../ui/on-demand.ts';
import { NoParserError, type Reader } from './load-page.ts';

/** What a move needs beside the data: the YAML parser and the highlighter, loaded once, with the first move. */
export function browserReader(): Reader {
  const code = loadCode().catch(() => undefined);
  return {
    fetch: (address) => fetch(address),
    async parse(text) {
      const parse = await code;
      if (!parse) throw new NoParserError();
      return parse(text);
    },
  };
}

const yaml = onDemand(() => import('./parse-yaml.ts'));

async function loadCode(): Promise<(text: string) => unknown> {
  const [{ parse }] = await Promise.all([yaml.load(), highlighter.load()]);
  return parse;
}
