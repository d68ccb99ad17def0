import type { KeyTerms } from '../content/contract.ts';
import { allAccessRole, freeRole } from '../keys/contract.ts';

/** What a key is asked for, as the caller's request names it. */
export interface Wanted {
  method: string;
  /** Raw, as it came: with its escapes, without the query. */
  path: string;
}

export type MayReach = (roles: string[], wanted: Wanted) => boolean;

/**
 * Compared letter for letter. A path that only becomes a free one after decoding or cleaning is another
 * path: the server behind the gateway may clean it differently.
 */
export function reachFor({ freePaths }: Pick<KeyTerms, 'freePaths'>): MayReach {
  const free = new Set(freePaths);
  return (roles, { method, path }) =>
    roles.includes(allAccessRole) ||
    (roles.includes(freeRole) && (method === 'GET' || method === 'HEAD') && free.has(path));
}
