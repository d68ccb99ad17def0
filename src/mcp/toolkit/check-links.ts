import type { EndpointDoc, Page, Route } from '../../content/contract.ts';
import { routesOf } from '../../content/endpoint-routes.ts';
import { anchorsByPage } from '../../content/outline.ts';
import { permalinkOf } from '../../content/requests/form-values.ts';
import type { Site } from '../../content/site.ts';
import { pages, viewerAddress } from '../../urls.ts';

export interface DocumentedEndpoint {
  doc: EndpointDoc;
  route: Route;
  page: Page;
  /** As permalinks call it. */
  name: string;
  anchor: string;
}

type Given = Record<string, string | number | boolean | undefined>;

/** The pages on which a person sees the numbers of an answer: none where the site does not have them. */
export class CheckPages {
  /** Every path of the documented API, in the order of the documentation. */
  readonly endpoints: readonly DocumentedEndpoint[];
  readonly #url: string;
  readonly #hasViewer: boolean;

  constructor(site: Site) {
    this.endpoints = site.pages.flatMap((page) => endpointsOf(site, page));
    this.#url = site.url;
    this.#hasViewer = site.pages.some(({ path }) => path === pages.dataViewer);
  }

  /** The form of an endpoint by its path, filled in with what is given. */
  form(path: string, given: Given): string[] {
    const endpoint = this.endpoints.find(({ route }) => route.path === path);
    return endpoint ? this.formOf(endpoint, given) : [];
  }

  formOf({ page, name, doc, route, anchor }: DocumentedEndpoint, given: Given): string[] {
    const filled = Object.entries(given).filter(([, value]) => value !== undefined && value !== false);
    const values = Object.fromEntries(filled.map(([field, value]) => [field, String(value)]));
    return [`${this.#url}${page.path}${permalinkOf({ name, doc }, route, values)}#${anchor}`];
  }

  /** The viewer: all balloons, the flight of one, or a leg of it. */
  viewer(mission?: string, leg?: number): string[] {
    return this.#hasViewer ? [this.#url + viewerAddress(mission, leg)] : [];
  }
}

function endpointsOf(site: Site, page: Page): DocumentedEndpoint[] {
  const sections = site.sectionsOf(page);
  const anchors = anchorsByPage(sections);
  return sections.flatMap((section, index) => {
    if (section.kind !== 'endpoint') return [];
    const { endpoint: doc, file } = section;
    const named = { doc, page, name: file.replace(/\.yaml$/, ''), anchor: anchors[index]![0]! };
    return routesOf(doc).map((route) => ({ ...named, route }));
  });
}
