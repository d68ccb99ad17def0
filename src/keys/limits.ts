import type { Limit } from '../platform/rate-limits.ts';

/** For one person: enough for anyone who clicks, little for a loop. */
export const keyLimits = {
  changes: {
    name: 'key-changes',
    max: 100,
    windowSeconds: 3600,
    sentence: 'Too many changes to your keys.',
  },
} satisfies Record<string, Limit>;
