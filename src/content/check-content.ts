import { pages as addresses, changelogFeed, licences, llms, llmsFull, openApi, status } from '../urls.ts';
import type { Page, Section } from './contract.ts';
import { anchorsByPage, endpointParts } from './outline.ts';
import { type Parameter, requirements } from './parameters.ts';
import { foundIn } from './search-sections.ts';
import { fileNameOf, type SectionFile } from './section-files.ts';
import type { SiteFile } from './site-schema.ts';
import { ContentError, didYouMean } from './yaml/mistakes.ts';
import type { YamlFile } from './yaml/read-yaml.ts';

/** What a file says that only makes sense with what `site.yaml` says. */
export function checkSections(sitePath: string, site: YamlFile<SiteFile>, files: SectionFile[]): void {
  for (const file of files) {
    checkModels(site.content, file);
    if (site.content.sandbox === 'none') refuseWeather(file);
  }
  checkFreePaths(sitePath, site, files);
}

function checkModels({ models = {} }: SiteFile, { section, path, lineOf }: SectionFile): void {
  const known = [...requirements, ...Object.keys(models)];
  for (const { field, parameters } of parameterLists(section)) {
    for (const [index, { required }] of parameters.entries()) {
      if (required === undefined || known.includes(required)) continue;
      const hint = didYouMean(required, known) || `: there are ${known.join(', ')}`;
      const place = [field, index, 'required'];
      throw new ContentError(path, lineOf(place), `${place.join('.')}: ${required} is no requirement${hint}`);
    }
  }
}

function parameterLists(section: Section): { field: string; parameters: Parameter[] }[] {
  if (section.kind === 'endpoint')
    return [{ field: 'input_parameters', parameters: section.endpoint.input_parameters }];
  if (section.kind === 'guide') return [{ field: 'parameters', parameters: section.guide.parameters ?? [] }];
  return [];
}

/** Pictures and the status are made of answers that only one kind of API gives. */
function refuseWeather({ section, path, lineOf }: SectionFile): void {
  const doc = section.kind === 'endpoint' ? section.endpoint : section.kind === 'guide' ? section.guide : {};
  for (const field of ['drawn_as', 'shows'] as const) {
    if (field in doc)
      throw new ContentError(path, lineOf([field]), `${field}: is not there with \`sandbox: none\``);
  }
}

/** The gateway opens what `site.yaml` says; the page says what its own file says. */
function checkFreePaths(
  sitePath: string,
  { content, lineOf }: YamlFile<SiteFile>,
  files: SectionFile[],
): void {
  const { free_paths } = content.keys;
  const free = files.flatMap((file) =>
    file.section.kind === 'endpoint' && file.section.endpoint.access === 'free'
      ? [{ ...file, endpointPath: file.section.endpoint.endpoint.path }]
      : [],
  );
  for (const { path, lineOf: lineIn, endpointPath } of free) {
    if (free_paths.includes(endpointPath)) continue;
    const words = `access: ${endpointPath} is free here, but not among keys.free_paths in site.yaml`;
    throw new ContentError(path, lineIn(['access']), words);
  }
  for (const [index, path] of free_paths.entries()) {
    if (free.some(({ endpointPath }) => endpointPath === path)) continue;
    const hint = didYouMean(
      path,
      free.map(({ endpointPath }) => endpointPath),
    );
    throw new ContentError(
      sitePath,
      lineOf(['keys', 'free_paths', index]),
      `keys.free_paths.${index}: no endpoint with \`access: free\` has the path ${path}${hint}`,
    );
  }
}

/** What a link may lead to beside the pages of the documentation. */
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
  files: Map<string, SectionFile>;
  portal: string;
  /** Those that stand in no section. */
  others: WrittenLink[];
}

/** A link of the documentation that leads nowhere stops the start. */
export function checkLinks({ pages, files, portal, others }: Linked): void {
  const fileOf = (ref: Page['sections'][number]) => files.get(fileNameOf(ref))!;
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
    if (!known) return `the link ${href} leads to no page${didYouMean(path, [...anchors.keys()])}`;
    const anchor = decodeURIComponent(hash.slice(1));
    if (anchor === '' || known.has(anchor)) return undefined;
    return `the link ${href} leads to no heading${didYouMean(anchor, [...known])}`;
  }
}

/** Everything on a page that has an address of its own. */
function anchorsOn(sections: Section[]): Set<string> {
  const anchors = anchorsByPage(sections);
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
    const links = [...line.matchAll(/\]\(([^\s)]+)\)|^\s*(?:- )?href: (\S+)/g)];
    return links.map(([, inProse, ofCard]) => ({
      href: inProse ?? ofCard!,
      file,
      line: lineInFile(index + 1),
    }));
  });
}
