import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import type { DataKind } from '../urls.ts';
import type { EndpointSummary, Page, Sandbox, Section, SectionRef, SiteSummary } from './contract.ts';
import { ContentError, parseYaml, readText } from './read-yaml.ts';
import { endpointSchema, guideSchema, mcpSchema, type SiteFile, siteSchema } from './schema.ts';

export interface Hosts {
  data: string;
  forecasts: string;
  mcp: string;
  portal: string;
}

/** The documentation: what pages, Markdown, OpenAPI, search and the data files are all made from. */
export interface Site {
  summary: SiteSummary;
  /** Where the portal itself is, for links that are read elsewhere. */
  url: string;
  /** In chapter order. */
  pages: Page[];
  sectionsOf(page: Page): Section[];
  /** The text behind a data address, or undefined: `endpoints`, `points.yaml`. */
  findDataFile(kind: string, file: string): string | undefined;
}

const folders = ['endpoints', 'guides', 'mcp'] as const satisfies DataKind[];

/** Reads and checks all of it, so that a mistake shows when the portal starts and not when a page is opened. */
export function loadSite(folder: string, hosts: Hosts, options: { sandbox: Sandbox }): Site {
  const sitePath = join(folder, 'site.yaml');
  const file = parseYaml(sitePath, readText(sitePath, {}), siteSchema);
  const texts = readTexts(folder, placeholdersOf(file, hosts));
  const parsed = new Map([...texts].map(([path, text]) => [path, parseSection(folder, path, text)]));
  const navigation = file.navigation.map((group) => ({
    ...group,
    pages: group.pages.map((page) => ({ ...page, sections: applicable(page.sections, options.sandbox) })),
  }));

  const sectionOf = (page: Page, ref: SectionRef): Section => {
    const path = dataPathOf(ref);
    const section = parsed.get(path);
    if (!section) throw new ContentError(`${sitePath}: ${page.path} names ${path}, which does not exist`);
    return section;
  };
  const sectionsOf = (page: Page) => page.sections.map((ref) => sectionOf(page, ref));
  const pages = navigation.flatMap((group) => group.pages);
  return {
    summary: {
      provider: {
        name: file.provider.name,
        mainSite: file.provider.main_site,
        dataTeam: file.provider.data_team,
      },
      hosts: { data: hosts.data, forecasts: hosts.forecasts, mcp: hosts.mcp },
      sandbox: options.sandbox,
      navigation,
      endpoints: pages.flatMap((page) => endpointsOf(page, sectionsOf(page))),
    },
    url: hosts.portal,
    pages,
    sectionsOf,
    findDataFile: (kind, name) => texts.get(`${kind}/${name}`),
  };
}

function endpointsOf(page: Page, sections: Section[]): EndpointSummary[] {
  return sections
    .filter((section) => section.kind === 'endpoint')
    .map(({ endpoint: { title, access, endpoint } }) => ({
      title,
      access,
      path: endpoint.path,
      page: page.path,
    }));
}

function placeholdersOf(file: SiteFile, hosts: Hosts) {
  return {
    forecasts_api: hosts.forecasts,
    data_api: hosts.data,
    mcp: hosts.mcp,
    portal: hosts.portal,
    provider: file.provider.name,
    data_team: file.provider.data_team,
    main_site: file.provider.main_site,
  };
}

function readTexts(folder: string, placeholders: Record<string, string>): Map<string, string> {
  const texts = new Map<string, string>();
  for (const kind of folders) {
    for (const name of readdirSync(join(folder, kind))
      .filter((file) => file.endsWith('.yaml'))
      .sort()) {
      texts.set(`${kind}/${name}`, readText(join(folder, kind, name), placeholders));
    }
  }
  return texts;
}

function parseSection(folder: string, path: string, text: string): Section {
  const [kind, file] = path.split('/') as [DataKind, string];
  const parse = <T>(schema: z.ZodType<T>) => parseYaml(join(folder, path), text, schema);
  if (kind === 'endpoints') return { kind: 'endpoint', file, endpoint: parse(endpointSchema) };
  if (kind === 'guides') return { kind: 'guide', file, guide: parse(guideSchema) };
  return { kind: 'mcp', file, mcp: parse(mcpSchema) };
}

function dataPathOf(ref: SectionRef): string {
  if ('endpoint' in ref) return `endpoints/${ref.endpoint}`;
  return 'guide' in ref ? `guides/${ref.guide}` : `mcp/${ref.mcp}`;
}

/** Leaves out what is only true on the other kind of host. */
function applicable(
  refs: SiteFile['navigation'][number]['pages'][number]['sections'],
  sandbox: Sandbox,
): SectionRef[] {
  return refs
    .filter((ref) => ref.only === undefined || (ref.only === 'sandbox') === Boolean(sandbox))
    .map(({ only, ...ref }) => ref as SectionRef);
}
