import type { Page, Section, SectionRef } from '../../content/contract.ts';
import { statusText } from '../../content/page-text.ts';
import { type DataKind, dataFile } from '../../urls.ts';
import { onDemand } from '../ui/on-demand.ts';

export interface Reader {
  fetch(address: string): Promise<Pick<Response, 'ok' | 'status' | 'text'>>;
  /** Asynchronous, because the YAML parser is loaded with the first navigation. */
  parse(text: string): Promise<unknown>;
}

export const loadSections = async (page: Page, reader: Reader): Promise<Section[]> =>
  Promise.all(page.sections.map((ref) => loadSection(ref, reader)));

async function loadSection(ref: SectionRef, reader: Reader): Promise<Section> {
  if ('endpoint' in ref)
    return { kind: 'endpoint', file: ref.endpoint, endpoint: await read('endpoint', ref.endpoint, reader) };
  if ('guide' in ref)
    return { kind: 'guide', file: ref.guide, guide: await read('guide', ref.guide, reader) };
  return { kind: 'mcp', file: ref.mcp, mcp: await read('MCP', ref.mcp, reader) };
}

const kinds = { endpoint: 'endpoints', guide: 'guides', MCP: 'mcp' } satisfies Record<string, DataKind>;

const firstFields = { endpoint: 'title', guide: 'title', MCP: 'overview' } as const;

/** The server has validated the file at start, so only its first field is checked here. */
async function read<Content>(word: keyof typeof kinds, file: string, reader: Reader): Promise<Content> {
  const failed = (why: string) => new Error(`Failed to load ${word} ${file}: ${why}`);
  const networkError = () => {
    throw failed('Network Error');
  };
  const response = await reader.fetch(dataFile(kinds[word], file)).catch(networkError);
  if (!response.ok) throw failed(statusText(response.status));
  const text = await response.text().catch(networkError);
  const content = await reader.parse(text).catch((error: unknown) => {
    throw failed(error instanceof NoParserError ? 'Network Error' : 'Invalid YAML');
  });
  // A network's sign-in page (in a hotel, for example) also answers with 200.
  const isOurs = typeof content === 'object' && content !== null && firstFields[word] in content;
  if (!isOurs) throw failed('Invalid YAML');
  return content as Content;
}

export class NoParserError extends Error {}

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

const yaml = onDemand(() => import('yaml'));
