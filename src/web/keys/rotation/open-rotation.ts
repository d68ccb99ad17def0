import type { ApiToken, KeySecret } from '../../../keys/contract.ts';
import { timeAgo, timeLeft } from '../../time/time-words.ts';

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

/** "The new one is not used yet. The old one was last used 2 minutes ago, and ends in 23 h." */
export function describeRotation({ inUse, old }: OpenRotation, now: Date): { inUse: string; old: string } {
  return {
    inUse: `The new one ${describeUse(inUse, now, 'is not used yet')}.`,
    old: `The old one ${describeUse(old, now, 'was never used')}, and ends in ${timeLeft(new Date(old.ends_at), now)}.`,
  };
}

const describeUse = ({ last_used_at }: KeySecret, now: Date, never: string) =>
  last_used_at === null ? never : `was last used ${timeAgo(new Date(last_used_at), now)}`;
