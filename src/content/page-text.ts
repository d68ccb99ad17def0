import { pages } from '../urls.ts';
import type { Access, Card, DrawnAs, EndpointDoc, McpDoc, Section, SiteSummary, Table } from './contract.ts';

/** This sentence follows an endpoint's own errors. */
export function commonErrorsSentence({ footer }: SiteSummary): string | undefined {
  const page = footer.flatMap((group) => group.pages).find(({ path }) => path === pages.errors);
  return (
    page && `For errors shared by all endpoints, such as 403 and 429, see [${page.title}](${page.path}).`
  );
}

/** Ends a change that breaks no program. */
export const noActionNeeded = 'No action needed.';

/** HTTP/2 has no reason phrases, so these are our own. */
const statusWords: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  410: 'Gone',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

export const statusText = (status: number) => statusWords[status] ?? `Status ${status}`;

/** Tables from lists of the content, for both the page and its Markdown. */

export function variablesTable(variables: NonNullable<EndpointDoc['endpoint']['valid_variables']>): Table {
  return {
    columns: ['Variable', 'Meaning', 'Unit'],
    rows: variables.map(({ name, description, unit }) => [`\`${name}\``, description, unit ?? '']),
  };
}

export function basinsTable(basins: NonNullable<EndpointDoc['endpoint']['basin_definitions']>): Table {
  return {
    columns: ['Basin', 'Extent'],
    rows: basins.map(({ name, description }) => [`\`${name}\``, description]),
  };
}

export function toolsTable({ available_endpoints }: McpDoc): Table {
  return {
    columns: ['Tool', 'What it does', 'API call'],
    rows: available_endpoints.map((tool) => [
      `\`${tool.name}\``,
      tool.summary ?? tool.description,
      `\`${tool.windborne_endpoint}\``,
    ]),
  };
}

/** The access that a card's page needs, as its endpoints name it. Empty if the page has no endpoints. */
export function accessOf({ href, access }: Card, { endpoints, navigation }: SiteSummary): Access[] {
  if (access) return access;
  const path = href.replace(/[?#].*$/, '');
  const on = (paths: string[]) => endpoints.filter(({ page }) => paths.includes(page));
  const group = navigation.find(({ pages: [first] }) => first?.path === path);
  const own = on([path]);
  const found = own.length > 0 ? own : on(group?.pages.map((page) => page.path) ?? []);
  return (['free', 'all_access'] as const).filter((each) =>
    found.some((endpoint) => endpoint.access === each),
  );
}

/** The picture of a section: of an endpoint or guide itself, or of one of the guide's steps. */
export function drawnAsOf(section: Section): DrawnAs | undefined {
  if (section.kind === 'mcp') return undefined;
  if (section.kind === 'endpoint') return section.endpoint.drawn_as;
  return section.guide.drawn_as ?? section.guide.steps?.find(({ drawn_as }) => drawn_as)?.drawn_as;
}

/** The day of the latest change on a page, YYYY-MM-DD, or undefined if no section has one. */
export const lastChanged = (sections: Section[]): string | undefined =>
  sections
    .map((section) => changedOf(section) ?? '')
    .sort()
    .at(-1) || undefined;

function changedOf(section: Section): string | undefined {
  if (section.kind === 'endpoint') return section.endpoint.changed;
  return section.kind === 'guide' ? section.guide.changed : section.mcp.changed;
}
