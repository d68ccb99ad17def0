import { routesOf } from './endpoint-routes.ts';
import { anchorsBySection } from './outline.ts';
import type { EndpointDoc, Route } from './schema.ts';
import type { Site } from './site.ts';
import type { Page } from './site-schema.ts';

/** One path of the documented API with the section that describes it. */
export interface DocumentedEndpoint {
  doc: EndpointDoc;
  route: Route;
  page: Page;
  /** The endpoint's name in permalinks. */
  name: string;
  anchor: string;
  /** The address of the section. */
  url: string;
}

/** Every path of the documented API, in the order of the documentation. */
export function listEndpoints(site: Site): DocumentedEndpoint[] {
  return site.pages.flatMap((page) => {
    const sections = site.sectionsOf(page);
    const anchors = anchorsBySection(sections);
    return sections.flatMap((section, index) => {
      if (section.kind !== 'endpoint') return [];
      const { endpoint: doc, file } = section;
      const anchor = anchors[index]?.[0] ?? '';
      const url = `${site.url}${page.path}#${anchor}`;
      return routesOf(doc).map((route) => {
        return { doc, route, page, name: file.replace(/\.yaml$/, ''), anchor, url };
      });
    });
  });
}
