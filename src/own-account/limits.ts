import type { Limit } from '../platform/rate-limits.ts';

const hour = 3600;

/** For one person. */
export const ownAccountLimits = {
  changes: {
    name: 'account-changes',
    max: 60,
    windowSeconds: hour,
    sentence: 'Too many changes to your account.',
  },
  /** Each goes to an address that may be a stranger's. */
  emailCodes: {
    name: 'email-change-codes',
    max: 5,
    windowSeconds: hour,
    sentence: 'Too many codes were sent for your account.',
  },
  exports: {
    name: 'account-exports',
    max: 10,
    windowSeconds: hour,
    sentence: 'Your data was exported too often.',
  },
} satisfies Record<string, Limit>;
