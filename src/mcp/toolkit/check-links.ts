import { type DocumentedEndpoint, listEndpoints } from '../../content/documented-endpoints.ts';
import { permalinkOf } from '../../content/requests/form-values.ts';
import type { Site } from '../../content/site.ts';
import { pages, viewerAddress } from '../../urls.ts';

type FormValues = Record<string, string | number | boolean | undefined>;

/** Links to the pages that show a person the numbers of an answer, as far as the site has these pages. */
export class CheckLinks {
  readonly endpoints: readonly DocumentedEndpoint[];
  readonly #url: string;
  readonly #hasViewer: boolean;

  constructor(site: Site) {
    this.endpoints = listEndpoints(site);
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
