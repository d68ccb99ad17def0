import type { Limit } from '../platform/rate-limits.ts';

/** For one person: enough for anyone who clicks, little for a loop. */
export const keyLimits = {
  changes: {
    name: 'key-changes',
    max: 100,
    windowSeconds: 3600,
    sentence: 'Too many changes to your keys.',
  },
  accessRequests: {
    name: 'access-requests',
    max: 20,
    windowSeconds: 24 * 3600,
    sentence: 'Too many requests for access.',
  },
  playgroundTokens: {
    name: 'playground-tokens',
    max: 60,
    windowSeconds: 3600,
    sentence: 'Too many calls were tried out.',
  },
} satisfies Record<string, Limit>;
