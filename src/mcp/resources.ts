import { type ReadResourceResult, type Resource, ResourceNotFoundError } from '@modelcontextprotocol/server';
import { markdownOf } from '../content/outputs/markdown.ts';
import type { Site } from '../content/site.ts';
import { markdownOf as markdownAddress } from '../urls.ts';

const mimeType = 'text/markdown';

/** Every page of the documentation, by the address where it is Markdown for everyone. */
export const listPages = (site: Site): Resource[] =>
  site.pages.map(({ path, title, description }) => ({
    uri: site.url + markdownAddress(path),
    name: path,
    title,
    description,
    mimeType,
  }));

export function readPage(site: Site, uri: string): ReadResourceResult {
  const page = site.pages.find(({ path }) => site.url + markdownAddress(path) === uri);
  const text = page && markdownOf(site, page.path);
  if (text === undefined) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType, text }] };
}
