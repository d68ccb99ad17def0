import { routesOf } from '../../content/endpoint-routes.ts';
import { anchorsBySection } from '../../content/outline.ts';
import { permalinkOf } from '../../content/requests/form-values.ts';
import type { EndpointDoc, Route } from '../../content/schema.ts';
import type { Site } from '../../content/site.ts';
import type { Page } from '../../content/site-schema.ts';
import { pages, viewerAddress } from '../../urls.ts';

export interface DocumentedEndpoint {
  doc: EndpointDoc;
  route: Route;
  page: Page;
  /** The endpoint's name in permalinks. */
  name: string;
  anchor: string;
}

type FormValues = Record<string, string | number | boolean | undefined>;

/** Links to the pages that show a person the numbers of an answer, as far as the site has these pages. */
export class CheckLinks {
  /** Every path of the documented API, in the order of the documentation. */
  readonly endpoints: readonly DocumentedEndpoint[];
  readonly #url: string;
  readonly #hasViewer: boolean;

  constructor(site: Site) {
    this.endpoints = site.pages.flatMap((page) => listEndpoints(site, page));
    this.#url = site.url;
    this.#hasViewer = site.pages.some(({ path }) => path === pages.dataViewer);
  }

  form(path: string, values: FormValues): string[] {
    const endpoint = this.endpoints.find(({ route }) => route.path === path);
    return endpoint ? this.endpointForm(endpoint, values) : [];
  }

  endpointForm({ page, name, doc, route, anchor }: DocumentedEndpoint, values: FormValues): string[] {
    const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== false);
    const texts = Object.fromEntries(set.map(([field, value]) => [field, String(value)]));
    return [`${this.#url}${page.path}${permalinkOf({ name, doc }, route, texts)}#${anchor}`];
  }

  /** Links to the viewer with all balloons, one flight, or one leg of it. */
  viewer(mission?: string, leg?: number): string[] {
    return this.#hasViewer ? [this.#url + viewerAddress(mission, leg)] : [];
  }
}

function listEndpoints(site: Site, page: Page): DocumentedEndpoint[] {
  const sections = site.sectionsOf(page);
  const anchors = anchorsBySection(sections);
  return sections.flatMap((section, index) => {
    if (section.kind !== 'endpoint') return [];
    const { endpoint: doc, file } = section;
    const named = { doc, page, name: file.replace(/\.yaml$/, ''), anchor: anchors[index]![0]! };
    return routesOf(doc).map((route) => ({ ...named, route }));
  });
}
