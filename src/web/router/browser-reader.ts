import { onDemand } from '../ui/on-demand.ts';
import { NoParserError, type Reader } from './load-page.ts';

/** What a move needs beside the data: the YAML parser, loaded once, with the first move. */
export function browserReader(): Reader {
  const code = yaml.load().catch(() => undefined);
  return {
    fetch: (address) => fetch(address),
    async parse(text) {
      const loaded = await code;
      if (!loaded) throw new NoParserError();
      return loaded.parse(text);
    },
  };
}

const yaml = onDemand(() => import('./parse-yaml.ts'));
