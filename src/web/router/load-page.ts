import type { Page, Section, SectionRef } from '../../content/contract.ts';
import { statusText } from '../../content/page-text.ts';
import { dataFile } from '../../urls.ts';
import { onDemand } from '../ui/on-demand.ts';

/** The YAML parser is loaded with the first navigation. */
const yaml = onDemand(() => import('yaml'));

/** Parser and files are loaded at the same time. */
export async function loadSections(page: Page, loadParser = yaml.load): Promise<Section[]> {
  const parser = loadParser().catch(() => undefined);

  async function loadSection(ref: SectionRef): Promise<Section> {
    if ('endpoint' in ref)
      return { kind: 'endpoint', file: ref.endpoint, endpoint: await read('endpoint', ref.endpoint) };
    if ('guide' in ref) return { kind: 'guide', file: ref.guide, guide: await read('guide', ref.guide) };
    return { kind: 'mcp', file: ref.mcp, mcp: await read('MCP', ref.mcp) };
  }

  async function read<Content>(word: keyof typeof kinds, file: string): Promise<Content> {
    const { folder, firstField } = kinds[word];
    const failed = (reason: string) => new Error(`Failed to load ${word} ${file}: ${reason}`);
    const text = await fetchText(dataFile(folder, file), failed);
    const code = await parser;
    if (!code) throw failed('Network Error');
    const content = parsed(text, code.parse);
    // A network's sign-in page (in a hotel, for example) also answers with 200.
    const isOurs = typeof content === 'object' && content !== null && firstField in content;
    if (!isOurs) throw failed('Invalid YAML');
    return content as Content;
  }
  return Promise.all(page.sections.map(loadSection));
}

/** The server has validated the files at start, so the browser checks only the first field of each. */
const kinds = {
  endpoint: { folder: 'endpoints', firstField: 'title' },
  guide: { folder: 'guides', firstField: 'title' },
  MCP: { folder: 'mcp', firstField: 'overview' },
} as const;

function parsed(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** Errors from `failed` name the HTTP status or the lost connection. */
export async function fetchText(address: string, failed: (reason: string) => Error): Promise<string> {
  const networkError = () => {
    throw failed('Network Error');
  };
  const response = await fetch(address).catch(networkError);
  if (!response.ok) throw failed(statusText(response.status));
  return response.text().catch(networkError);
}
