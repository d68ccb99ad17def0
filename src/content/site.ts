import { join } from 'node:path';
import { checkLinks } from './check-links.ts';
import { ContentError } from './content-error.ts';
import type { EndpointSummary, Page, Sandbox, Section, SectionRef, SiteSummary } from './contract.ts';
import { didYouMean } from './nearest.ts';
import { parseYaml, readText, type YamlFile } from './read-yaml.ts';
import { type SiteFile, siteSchema } from './schema.ts';
import { fileNameOf, readSectionFiles, type SectionFile } from './section-files.ts';

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

/** Reads and checks all of it, so that a mistake shows when the portal starts and not when a page is opened. */
export function loadSite(folder: string, hosts: Hosts, options: { sandbox: Sandbox }): Site {
  const sitePath = join(folder, 'site.yaml');
  const siteFile = parseYaml(sitePath, readText(sitePath, {}), siteSchema);
  const { provider, navigation: groups } = siteFile.content;
  const files = readSectionFiles(folder, placeholdersOf(provider, hosts));
  checkFiles(sitePath, siteFile, files);
  const navigation = groups.map((group) => ({
    ...group,
    pages: group.pages.map((page) => ({ ...page, sections: applicable(page.sections, options.sandbox) })),
  }));
  const pages = navigation.flatMap((group) => group.pages);
  checkLinks({ pages, files, portal: hosts.portal });

  const sectionsOf = (page: Page) => page.sections.map((ref) => files.get(fileNameOf(ref))!.section);
  return {
    summary: {
      provider: { name: provider.name, mainSite: provider.main_site, dataTeam: provider.data_team },
      hosts: { data: hosts.data, forecasts: hosts.forecasts, mcp: hosts.mcp },
      sandbox: options.sandbox,
      navigation,
      endpoints: pages.flatMap((page) => endpointsOf(page, sectionsOf(page))),
    },
    url: hosts.portal,
    pages,
    sectionsOf,
    findDataFile: (kind, name) => files.get(`${kind}/${name}`)?.text,
  };
}

/** Every file that a page names is there, and every file that is there is named by a page. */
function checkFiles(
  sitePath: string,
  { content, lineOf }: YamlFile<SiteFile>,
  files: Map<string, SectionFile>,
): void {
  const unused = new Set(files.keys());
  for (const [groupIndex, group] of content.navigation.entries()) {
    for (const [pageIndex, page] of group.pages.entries()) {
      for (const [index, ref] of page.sections.entries()) {
        const name = fileNameOf(ref);
        unused.delete(name);
        if (files.has(name)) continue;
        const line = lineOf(['navigation', groupIndex, 'pages', pageIndex, 'sections', index]);
        const hint = didYouMean(name, [...files.keys()]);
        throw new ContentError(sitePath, line, `${page.path} names ${name}, which does not exist${hint}`);
      }
    }
  }
  for (const name of unused)
    throw new ContentError(files.get(name)!.path, 1, 'no page shows this file: name it in site.yaml');
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

function placeholdersOf(provider: SiteFile['provider'], hosts: Hosts) {
  return {
    forecasts_api: hosts.forecasts,
    data_api: hosts.data,
    mcp: hosts.mcp,
    portal: hosts.portal,
    provider: provider.name,
    data_team: provider.data_team,
    main_site: provider.main_site,
  };
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
