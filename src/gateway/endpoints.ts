import type { KeyPolicy } from '../content/contract.ts';
import { baseOf, routesOf } from '../content/endpoint-routes.ts';
import { pathBefore } from '../content/key-policy.ts';
import type { Site } from '../content/site.ts';
import { allAccessRole, freeRole } from '../keys/contract.ts';

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

/** What a key is asked for, as the caller's request names it. */
export interface Wanted {
  method: string;
  /** Raw, as it came: with its escapes, without the query. */
  path: string;
}

export type CanCall = (roles: string[], wanted: Wanted) => boolean;

/**
 * Compared letter for letter. A path that only becomes a free one after decoding or cleaning is another
 * path: the server behind the gateway may clean it differently.
 */
export function accessRules({ freePaths }: Pick<KeyPolicy, 'freePaths'>): CanCall {
  const free = new Set(freePaths);
  return (roles, { method, path }) =>
    roles.includes(allAccessRole) ||
    (roles.includes(freeRole) && (method === 'GET' || method === 'HEAD') && free.has(path));
}

/** What the provider's API calls the roles of a key: ours stay as they are in the database, whatever it calls them. */
export function roleNames({ roles }: Pick<KeyPolicy, 'roles'>): (own: string[]) => string[] {
  const names: Record<string, string> = { [freeRole]: roles.free, [allAccessRole]: roles.all_access };
  return (own) => own.map((role) => names[role] ?? role);
}
