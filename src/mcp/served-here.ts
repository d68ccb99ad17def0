import type { Site } from '../content/site.ts';
import { documentedEndpoints, endpointOf } from '../gateway/endpoints.ts';
import { api } from '../urls.ts';

/** Whether an endpoint is our own: a call of another is the provider's to count, and its weather is real. */
export function servedHere(site: Site): (path: string) => boolean {
  const patternOf = endpointOf(documentedEndpoints(site));
  const elsewhere = new Set(
    site.pages
      .flatMap((page) => site.sectionsOf(page))
      .flatMap((section) => (section.kind === 'endpoint' ? [section.endpoint.endpoint] : []))
      .flatMap(({ additional_endpoints = [], ...route }) => [route, ...additional_endpoints])
      .filter(({ full_url }) => !full_url.startsWith(site.url + api))
      .map(({ path }) => api + path),
  );
  return (path) => !elsewhere.has(patternOf(path));
}
