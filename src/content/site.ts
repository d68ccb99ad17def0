import { join } from 'node:path';
import { pages as addresses } from '../urls.ts';
import { checkLinks, checkSections } from './check-content.ts';
import type {
  ApiSummary,
  EndpointSummary,
  KeyPolicy,
  Page,
  Sandbox,
  Section,
  SectionRef,
  SiteSummary,
} from './contract.ts';
import { firstCallOf, keyPolicyOf } from './key-policy.ts';
import { type Look, readLook } from './look.ts';
import { type Conditions, conditionsOf, exampleNoteFor } from './sandbox.ts';
import { fileNameOf, readSectionFiles, type SectionFile } from './section-files.ts';
import { type SiteFile, siteSchema } from './site-schema.ts';
import { ContentError, didYouMean } from './yaml/mistakes.ts';
import { parseYaml, readText, type YamlFile } from './yaml/read-yaml.ts';

type Synonym = SiteFile['synonyms'][number];

/** The documentation, from which pages, Markdown, OpenAPI, search and data files are generated. */
export interface Site {
  summary: SiteSummary;
  keys: KeyPolicy;
  look: Look;
  /** The provider's own sentences on the landing page. */
  landing: { purpose: string; firstCall: string };
  /** The portal's own address, for absolute links. */
  url: string;
  /** Chapters come first in their order, then the other pages. */
  pages: Page[];
  firstPage: Page;
  /** Search words that do not occur on the page that they should find. */
  synonyms: Synonym[];
  sectionsOf(page: Page): Section[];
  /** The text of a data file such as `endpoints`, `points.yaml`, or `points.json` for its picture. */
  findDataFile(kind: string, file: string): string | undefined;
}

/** Everything is read and checked here, so that a mistake is found at start and not when a page is opened. */
export function loadSite(folder: string, configured: Hosts, options: { sandbox: Sandbox }): Site {
  const sitePath = join(folder, 'site.yaml');
  const siteFile = parseYaml(sitePath, readText(sitePath), siteSchema);
  const { provider, library_hosts, synonyms, assistants = [], models = {}, keys, landing } = siteFile.content;
  const { hosts, sandbox } = withoutSandbox(sitePath, siteFile, { hosts: configured, ...options });
  const look = readLook(folder, sitePath, siteFile);
  const conditions = conditionsOf(sandbox, hosts, library_hosts);
  const files = readSectionFiles(folder, placeholdersOf(provider, hosts), conditions);
  checkFiles(sitePath, siteFile, files);
  checkSections(sitePath, siteFile, [...files.values()]);
  const shown = <Group extends { pages: FilePage[] }>(groups: Group[]) =>
    groups.map((group) => ({
      ...group,
      pages: group.pages.map((page) => ({ ...page, sections: applicable(page.sections, conditions) })),
    }));
  const navigation = shown(siteFile.content.navigation);
  const footer = shown(siteFile.content.footer);
  const pages = [...navigation, ...footer].flatMap((group) => group.pages);
  const others = synonyms.map(({ leads_to: href }, index) => ({
    href,
    file: sitePath,
    line: siteFile.lineOf(['synonyms', index, 'leads_to']),
  }));
  // `checkFiles` has found every file.
  const fileOf = (ref: SectionRef) => files.get(fileNameOf(ref))!;
  checkLinks({ pages, fileOf, portal: hosts.portal, others });

  const sectionsOf = (page: Page) => page.sections.map((ref) => fileOf(ref).section);
  const sections = pages.flatMap(sectionsOf);
  const docs = sections.flatMap((section) => (section.kind === 'endpoint' ? [section.endpoint] : []));
  const weather = siteFile.content.sandbox === 'weather';
  const hasMcp = weather || sections.some(({ kind }) => kind === 'mcp');
  return {
    summary: {
      provider: {
        name: provider.name,
        mainSite: provider.main_site,
        dataTeam: provider.data_team,
        offers: provider.offers,
        mark: look.mark,
      },
      apis: apisOf(siteFile.content, hosts),
      hosts: { data: hosts.data, forecasts: hosts.forecasts, ...(hasMcp && { mcp: hosts.mcp }) },
      keys: {
        prefixes: keys.prefixes,
        environment: { clientId: keys.environment.client_id, apiKey: keys.environment.api_key },
        freeWords: keys.free_words,
      },
      models,
      weather,
      firstCall: weather ? undefined : firstCallOf(docs),
      assistants,
      sandbox,
      exampleNote: weather ? exampleNoteFor(sandbox) : undefined,
      navigation,
      footer,
      endpoints: pages.flatMap((page) => endpointsOf(page, sectionsOf(page))),
    },
    keys: keyPolicyOf(siteFile.content, docs),
    look,
    landing: { purpose: landing.purpose, firstCall: landing.first_call },
    url: hosts.portal,
    pages,
    firstPage: pages[0]!,
    synonyms,
    sectionsOf,
    findDataFile: (kind, name) =>
      name.endsWith('.json')
        ? files.get(`${kind}/${name.replace(/\.json$/, '.yaml')}`)?.drawn
        : files.get(`${kind}/${name}`)?.text,
  };
}

/** Every file that a page names must exist, and every file must be named by a page. */
function checkFiles(
  sitePath: string,
  { content, lineOf }: YamlFile<SiteFile>,
  files: Map<string, SectionFile>,
): void {
  const unused = new Map(files);
  for (const { page, field } of pagesIn(content)) {
    for (const [index, ref] of page.sections.entries()) {
      const name = fileNameOf(ref);
      unused.delete(name);
      const line = lineOf([...field, 'sections', index]);
      if ('mcp' in ref && page.path !== addresses.mcp)
        throw new ContentError(sitePath, line, `${page.path} names ${name}, whose page is ${addresses.mcp}`);
      if (files.has(name)) continue;
      const hint = didYouMean(name, [...files.keys()]);
      throw new ContentError(sitePath, line, `${page.path} names ${name}, which does not exist${hint}`);
    }
  }
  for (const { path } of unused.values())
    throw new ContentError(path, 1, 'no page shows this file; add it to site.yaml');
}

type FilePage = SiteFile['navigation'][number]['pages'][number];

/** All pages with their position in site.yaml. */
function pagesIn({ navigation, footer }: SiteFile): { page: FilePage; field: PropertyKey[] }[] {
  return Object.entries({ navigation, footer }).flatMap(([list, groups]) =>
    groups.flatMap(({ pages }, group) =>
      pages.map((page, index) => ({ page, field: [list, group, 'pages', index] })),
    ),
  );
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

/** Sections that don't apply to this portal are left out. */
function applicable(refs: FilePage['sections'], conditions: Conditions): SectionRef[] {
  return refs.filter((ref) => ref.only === undefined || conditions[ref.only]).map(({ only, ...ref }) => ref);
}

export interface Hosts {
  data: string;
  forecasts: string;
  mcp: string;
  portal: string;
}

interface Where {
  hosts: Hosts;
  sandbox: Sandbox;
}

/** Without a sandbox the address of an API comes from the environment, or else from `site.yaml`. */
function withoutSandbox(sitePath: string, site: YamlFile<SiteFile>, given: Where): Where {
  if (site.content.sandbox !== 'none') return given;
  const { hosts, sandbox } = given;
  const urlOf = (name: 'forecasts' | 'data') => {
    const isConfigured = sandbox !== 'both' && sandbox !== name;
    const url = isConfigured ? hosts[name] : site.content.apis[name]?.url;
    if (url) return url;
    const words = `apis.${name}: with \`sandbox: none\` it needs a \`url\`, or set ${name.toUpperCase()}_API_URL`;
    throw new ContentError(sitePath, site.lineOf(['apis', name]), words);
  };
  const forecasts = urlOf('forecasts');
  return {
    hosts: { ...hosts, forecasts, data: site.content.apis.data ? urlOf('data') : forecasts },
    sandbox: false,
  };
}

function apisOf({ apis }: SiteFile, hosts: Hosts): ApiSummary[] {
  return (['forecasts', 'data'] as const).flatMap((name) => {
    const api = apis[name];
    return api ? [{ title: api.title, baseLabel: api.base_label, url: hosts[name] }] : [];
  });
}
