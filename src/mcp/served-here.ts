import { routesOf } from '../content/routes-of.ts';
import type { Site } from '../content/site.ts';
import { endpointOf } from '../gateway/endpoints.ts';
import { api } from '../urls.ts';

/** Whether an endpoint is our own: a call of another is the provider's to count, and its weather is real. */
export function servedHere(site: Site): (path: string) => boolean {
  const routes = site.pages
    .flatMap((page) => site.sectionsOf(page))
    .flatMap((section) => (section.kind === 'endpoint' ? routesOf(section.endpoint) : []));
  const patternOf = endpointOf([...new Set(routes.map(({ path }) => api + path))]);
  const elsewhere = new Set(
    routes.filter(({ full_url }) => !full_url.startsWith(site.url + api)).map(({ path }) => api + path),
  );
  return (path) => !elsewhere.has(patternOf(path));
}
