import type { Limit } from '../platform/rate-limits.ts';

/**
 * For one person: enough for anyone who clicks, little for a loop. Revoking and discarding a secret have a limit of
 * their own each, and deleting a key has none: other changes never keep an owner from what protects a key.
 */
export const keyLimits = {
  changes: {
    name: 'key-changes',
    max: 100,
    windowSeconds: 3600,
    sentence: 'Too many changes to your keys.',
  },
  rotations: {
    name: 'key-rotations',
    max: 100,
    windowSeconds: 3600,
    sentence: 'Too many key rotations.',
  },
  revokedSecrets: {
    name: 'key-revoked-secrets',
    max: 100,
    windowSeconds: 3600,
    sentence: 'Too many attempts to revoke a secret.',
  },
  discardedSecrets: {
    name: 'key-discarded-secrets',
    max: 100,
    windowSeconds: 3600,
    sentence: 'Too many attempts to discard a secret.',
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
