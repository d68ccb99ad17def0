import type { ApiToken, KeySecret } from '../../../keys/contract.ts';
import { timeAgo, timeLeft } from '../../time/format-time.ts';

/** While both open the key. */
export interface OpenRotation {
  inUse: KeySecret;
  old: KeySecret & { ends_at: string };
}

/** The list may be older than the end of the old secret. */
export function findOpenRotation(
  { secrets }: Pick<ApiToken, 'secrets'>,
  now: Date,
): OpenRotation | undefined {
  const [inUse, old] = secrets;
  if (!inUse || !old?.ends_at || new Date(old.ends_at) <= now) return undefined;
  return { inUse, old: { ...old, ends_at: old.ends_at } };
}

/** "New: not used yet. Old: last used 2 minutes ago, expires in 23 h." */
export function describeRotation({ inUse, old }: OpenRotation, now: Date): { inUse: string; old: string } {
  return {
    inUse: `New: ${describeUse(inUse, now, 'not used yet')}.`,
    old: `Old: ${describeUse(old, now, 'never used')}, expires in ${timeLeft(new Date(old.ends_at), now)}.`,
  };
}

const describeUse = ({ last_used_at }: KeySecret, now: Date, never: string) =>
  last_used_at === null ? never : `last used ${timeAgo(new Date(last_used_at), now)}`;
