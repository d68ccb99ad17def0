import { pathBefore } from '../content/key-terms.ts';
import { baseOf, routesOf } from '../content/routes-of.ts';
import type { Site } from '../content/site.ts';

/** What a call is counted under that is none of the documented ones. */
export const otherEndpoint = 'other';

/** The patterns of the documentation: `/api/v1/missions/{id}/launch_site.json`. */
export function documentedEndpoints(site: Site): string[] {
  const paths = site.pages
    .flatMap((page) => site.sectionsOf(page))
    .flatMap((section) => (section.kind === 'endpoint' ? routesOf(section.endpoint) : []))
    .map((route) => pathBefore(baseOf(route)) + route.path);
  return [...new Set(paths)];
}

/** Which of the patterns a path is of. Counting is all that hangs on it: what may be reached is decided elsewhere. */
export function endpointOf(patterns: string[]): (path: string) => string {
  const exact = new Map(patterns.filter((pattern) => !pattern.includes('{')).map((path) => [path, path]));
  const open = patterns
    .filter((pattern) => pattern.includes('{'))
    .map((pattern) => ({ pattern, segments: pattern.split('/') }));
  return (path) => {
    // Not the text of the request: what is counted keeps it.
    const same = exact.get(path);
    if (same !== undefined) return same;
    const segments = path.split('/');
    const found = open.find(
      (candidate) =>
        candidate.segments.length === segments.length &&
        candidate.segments.every((segment, index) => segment.startsWith('{') || segment === segments[index]),
    );
    return found?.pattern ?? otherEndpoint;
  };
}
