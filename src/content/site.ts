import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EnvironmentError } from '../platform/environment-error.ts';
import { checkContent } from './check-content.ts';
import { checkLinks } from './check-links.ts';
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
import { type Conditions, conditionsOf, exampleNoteFor, type Hosts, hasMcpSignIn } from './sandbox.ts';
import { fileNameOf, readSectionFiles } from './section-files.ts';
import { type SiteFile, siteSchema } from './site-schema.ts';
import { Mistakes } from './yaml/mistakes.ts';
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

/** Everything is read and checked here, so that mistakes are found at start and not when a page is opened. */
export function loadSite(folder: string, configured: Hosts, options: { sandbox: Sandbox }): Site {
  requireContentFolder(folder);
  const mistakes = new Mistakes();
  const sitePath = join(folder, 'site.yaml');
  const siteText = readText(sitePath, mistakes);
  const siteFile = siteText && parseYaml(sitePath, siteText, siteSchema, mistakes);
  const { hosts, sandbox } = withoutSandbox(sitePath, siteFile, { hosts: configured, ...options }, mistakes);
  const conditions = conditionsOf(sandbox, hosts, siteFile?.content.library_hosts);
  // Without site.yaml the other files are still checked for mistakes of their own.
  const placeholders = placeholdersOf(siteFile?.content.provider ?? anyProvider, hosts);
  const files = readSectionFiles(folder, mistakes, placeholders, conditions);
  if (!siteFile) throw mistakes.toError();
  const { provider, synonyms, assistants = [], models = {}, keys, landing } = siteFile.content;
  const look = readLook(folder, sitePath, siteFile, mistakes);
  checkContent({ sitePath, site: siteFile, sections: files, hosts }, mistakes);
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
  const findFile = (ref: SectionRef) => files.read.get(fileNameOf(ref));
  checkLinks({ pages, fileOf: findFile, portal: hosts.portal, others }, mistakes);
  mistakes.throwIfAny();

  // Without mistakes, every file was found.
  const sectionsOf = (page: Page) => page.sections.map((ref) => findFile(ref)!.section);
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
        mark: look!.mark,
      },
      apis: apisOf(siteFile.content, hosts),
      hosts: { data: hosts.data, forecasts: hosts.forecasts, ...(hasMcp && { mcp: hosts.mcp }) },
      hasMcpSignIn: hasMcp && hasMcpSignIn(hosts),
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
    look: look!,
    landing: { purpose: landing.purpose, firstCall: landing.first_call },
    url: hosts.portal,
    pages,
    firstPage: pages[0]!,
    synonyms,
    sectionsOf,
    findDataFile: (kind, name) =>
      name.endsWith('.json')
        ? files.read.get(`${kind}/${name.replace(/\.json$/, '.yaml')}`)?.drawn
        : files.read.get(`${kind}/${name}`)?.text,
  };
}

function requireContentFolder(folder: string): void {
  if (existsSync(join(folder, 'site.yaml'))) return;
  const problem = existsSync(folder) ? 'this folder has no site.yaml' : 'no such folder';
  throw new EnvironmentError(`CONTENT_DIR: ${folder}: ${problem}`);
}

const anyProvider = {
  name: 'Provider',
  data_team: 'provider@example.com',
  main_site: 'https://example.com',
};

type FilePage = SiteFile['navigation'][number]['pages'][number];

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

function placeholdersOf(provider: typeof anyProvider, hosts: Hosts) {
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

interface Hosting {
  hosts: Hosts;
  sandbox: Sandbox;
}

/** Without a sandbox the address of an API comes from the environment, or else from `site.yaml`. */
function withoutSandbox(
  sitePath: string,
  site: YamlFile<SiteFile> | undefined,
  given: Hosting,
  mistakes: Mistakes,
): Hosting {
  if (site?.content.sandbox !== 'none') return given;
  const { hosts, sandbox } = given;
  const { apis } = site.content;
  const urlOf = (name: 'forecasts' | 'data') => {
    const isConfigured = sandbox !== 'both' && sandbox !== name;
    const url = isConfigured ? hosts[name] : apis[name]?.url;
    if (url) return url;
    const words = `apis.${name}: with \`sandbox: none\` it needs a \`url\`, or set ${name.toUpperCase()}_API_URL`;
    mistakes.add(sitePath, site.lineOf(['apis', name]), words);
    return hosts[name];
  };
  const forecasts = urlOf('forecasts');
  return { hosts: { ...hosts, forecasts, data: apis.data ? urlOf('data') : forecasts }, sandbox: false };
}

function apisOf({ apis }: SiteFile, hosts: Hosts): ApiSummary[] {
  return (['forecasts', 'data'] as const).flatMap((name) => {
    const api = apis[name];
    return api ? [{ title: api.title, baseLabel: api.base_label, url: hosts[name] }] : [];
  });
}
