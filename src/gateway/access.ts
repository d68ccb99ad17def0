import { allAccessRole, freeRole } from '../keys/contract.ts';
import { api } from '../urls.ts';

/** What a key is asked for, as the caller's request names it. */
export interface Wanted {
  method: string;
  /** Raw, as it came: with its escapes, without the query. */
  path: string;
}

/** The one endpoint that is free. */
const freePath = `${api}/points`;

/**
 * Compared letter for letter. A path that only becomes the free one after decoding or cleaning is another
 * path: the server behind the gateway may clean it differently.
 */
export function mayReach(roles: string[], wanted: Wanted): boolean {
  if (roles.includes(allAccessRole)) return true;
  return (
    roles.includes(freeRole) &&
    wanted.path === freePath &&
    (wanted.method === 'GET' || wanted.method === 'HEAD')
  );
}
