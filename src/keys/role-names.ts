import type { KeyTerms } from '../content/contract.ts';
import { allAccessRole, freeRole } from './contract.ts';

/** What the provider's API calls the roles of a key: ours stay as they are in the database, whatever it calls them. */
export function roleNames({ roles }: Pick<KeyTerms, 'roles'>): (own: string[]) => string[] {
  const names: Record<string, string> = { [freeRole]: roles.free, [allAccessRole]: roles.all_access };
  return (own) => own.map((role) => names[role] ?? role);
}
