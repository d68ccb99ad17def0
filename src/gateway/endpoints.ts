import type { KeyPolicy } from '../content/contract.ts';
import { routesOf } from '../content/endpoint-routes.ts';
import { freePathMatcher } from '../content/free-paths.ts';
import { gatewayPathOf } from '../content/key-policy.ts';
import type { Site } from '../content/site.ts';
import { allAccessRole, freeRole } from '../keys/contract.ts';

/** The endpoint under which calls to undocumented paths are counted. */
export const otherEndpoint = 'other';

/** The path patterns of the documentation, such as `/api/v1/missions/{id}/launch_site.json`. */
export function documentedEndpoints(site: Site): string[] {
  const paths = site.pages
    .flatMap((page) => site.sectionsOf(page))
    .flatMap((section) => (section.kind === 'endpoint' ? routesOf(section.endpoint) : []))
    .map(gatewayPathOf);
  return [...new Set(paths)];
}

/** Finds the pattern of a path. It is used for counting alone: `accessRules` decides what a key can call. */
export function endpointOf(patterns: string[]): (path: string) => string {
  const exact = new Map(patterns.filter((pattern) => !pattern.includes('{')).map((path) => [path, path]));
  const open = patterns
    .filter((pattern) => pattern.includes('{'))
    .map((pattern) => ({ pattern, segments: pattern.split('/') }));
  return (path) => {
    // The counters keep this text, so it is ours and not a part of the request.
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

/** A call to the documented API, as the client's request names it. */
export interface ApiCall {
  method: string;
  /** The raw path, with its escapes and without the query. */
  path: string;
}

export type CanCall = (roles: string[], call: ApiCall) => boolean;

/**
 * A path that only becomes a free one after decoding or normalizing is another path, because the upstream server may
 * normalize it differently.
 */
export function accessRules({ freePaths }: Pick<KeyPolicy, 'freePaths'>): CanCall {
  const isFree = freePathMatcher(freePaths);
  return (roles, { method, path }) =>
    roles.includes(allAccessRole) ||
    (roles.includes(freeRole) && (method === 'GET' || method === 'HEAD') && isFree(path));
}

/** Translates our role names, which never change in the database, into those of the provider's API. */
export function roleNames({ roles }: Pick<KeyPolicy, 'roles'>): (own: string[]) => string[] {
  const names: Record<string, string> = { [freeRole]: roles.free, [allAccessRole]: roles.all_access };
  return (own) => own.map((role) => names[role] ?? role);
}
