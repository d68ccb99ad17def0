import { pages as addresses, changelogFeed, licences, llms, llmsFull, openApi, status } from '../urls.ts';
import type { Page, Section, SectionRef } from './contract.ts';
import { anchorsBySection, endpointParts } from './outline.ts';
import { requirements } from './parameters.ts';
import { foundIn } from './search-sections.ts';
import type { SectionFile } from './section-files.ts';
import type { SiteFile } from './site-schema.ts';
import { ContentError, didYouMean } from './yaml/mistakes.ts';
import type { YamlFile } from './yaml/read-yaml.ts';

/** Checks what depends on both a section's file and `site.yaml`. */
export function checkSections(sitePath: string, site: YamlFile<SiteFile>, files: SectionFile[]): void {
  for (const file of files) {
    checkModels(site.content, file);
    if (site.content.sandbox === 'none') refuseWeather(file);
  }
  checkFreePaths(sitePath, site, files);
}

function checkModels({ models = {} }: SiteFile, { section, path, lineOf }: SectionFile): void {
  const known = [...requirements, ...Object.keys(models)];
  const { parameters = [] } = section.kind === 'guide' ? section.guide : {};
  const list = section.kind === 'endpoint' ? section.endpoint.input_parameters : parameters;
  for (const [index, { required }] of list.entries()) {
    if (required === undefined || known.includes(required)) continue;
    const hint = didYouMean(required, known) || `: there are ${known.join(', ')}`;
    const field = [section.kind === 'endpoint' ? 'input_parameters' : 'parameters', index, 'required'];
    throw new ContentError(
      path,
      lineOf(field),
      `${field.join('.')}: ${required} is not a requirement${hint}`,
    );
  }
}

/** Pictures and the status need the responses of the weather API. */
function refuseWeather({ section, path, lineOf }: SectionFile): void {
  const doc = section.kind === 'endpoint' ? section.endpoint : section.kind === 'guide' ? section.guide : {};
  for (const field of ['drawn_as', 'shows'] as const) {
    if (field in doc)
      throw new ContentError(path, lineOf([field]), `${field}: is not available with \`sandbox: none\``);
  }
}

/** The gateway uses the free paths of `site.yaml`, and pages show those of their own files, so both must agree. */
function checkFreePaths(
  sitePath: string,
  { content, lineOf }: YamlFile<SiteFile>,
  files: SectionFile[],
): void {
  const { free_paths } = content.keys;
  const free: string[] = [];
  for (const { section, path: file, lineOf: lineIn } of files) {
    if (section.kind !== 'endpoint' || section.endpoint.access !== 'free') continue;
    const { path } = section.endpoint.endpoint;
    free.push(path);
    if (free_paths.includes(path)) continue;
    const words = `access: ${path} is free here, but is not listed under keys.free_paths in site.yaml`;
    throw new ContentError(file, lineIn(['access']), words);
  }
  for (const [index, path] of free_paths.entries()) {
    if (free.includes(path)) continue;
    const hint = didYouMean(path, free);
    throw new ContentError(
      sitePath,
      lineOf(['keys', 'free_paths', index]),
      `keys.free_paths.${index}: no endpoint with \`access: free\` has the path ${path}${hint}`,
    );
  }
}

/** Link targets that are not pages of the documentation. */
const outside: string[] = [
  addresses.landing,
  addresses.apiKeys,
  addresses.account,
  openApi,
  llms,
  llmsFull,
  changelogFeed,
  licences,
  status,
];

interface WrittenLink {
  href: string;
  file: string;
  line: number;
}

interface Linked {
  pages: Page[];
  fileOf(ref: SectionRef): SectionFile;
  portal: string;
  /** Links that are not part of a section. */
  others: WrittenLink[];
}

/** A broken link in the documentation stops the start. */
export function checkLinks({ pages, fileOf, portal, others }: Linked): void {
  const anchors = new Map(
    pages.map((page) => [page.path, anchorsOn(page.sections.map((ref) => fileOf(ref).section))]),
  );
  const inSections = pages.flatMap((page) =>
    page.sections.flatMap((ref) => linksIn(fileOf(ref)).map((link) => ({ ...link, from: page.path }))),
  );
  for (const { href, file, line, from } of [
    ...inSections,
    ...others.map((link) => ({ ...link, from: addresses.docs })),
  ]) {
    const fault = faultOf(new URL(href, portal + from), href);
    if (fault) throw new ContentError(file, line, fault);
  }

  function faultOf({ origin, pathname, hash }: URL, href: string): string | undefined {
    const path = pathname.replace(/\.md$/, '');
    const isOfPortal = origin === new URL(portal).origin && path.startsWith(addresses.docs);
    if (outside.includes(pathname) || (!isOfPortal && !href.startsWith('/'))) return undefined;
    const known = anchors.get(path);
    if (!known) return `the link ${href} does not lead to a page${didYouMean(path, [...anchors.keys()])}`;
    const anchor = decodeURIComponent(hash.slice(1));
    if (anchor === '' || known.has(anchor)) return undefined;
    return `the link ${href} does not lead to a heading${didYouMean(anchor, [...known])}`;
  }
}

/** All anchors of a page. */
function anchorsOn(sections: Section[]): Set<string> {
  const anchors = anchorsBySection(sections);
  return new Set(
    sections.flatMap((section, index) => {
      const own = anchors[index] ?? [];
      const parts =
        section.kind === 'endpoint' ? Object.keys(endpointParts).map((part) => `${own[0]}-${part}`) : [];
      return [...own, ...parts, ...foundIn(section, own).map(({ at }) => at)];
    }),
  );
}

function linksIn({ path: file, text, lineInFile }: SectionFile): WrittenLink[] {
  return text.split('\n').flatMap((line, index) => {
    const links = [...line.matchAll(/(?<=\]\()[^\s)]+(?=\))|(?<=^\s*(?:- )?href: )\S+/g)];
    return links.map(([href]) => ({ href, file, line: lineInFile(index + 1) }));
  });
}
