import type { Limit } from '../platform/rate-limits.ts';

const hour = 3600;

/**
 * For one person. What protects an account (sign out everywhere else, a new password, deletion) has a limit of its own
 * each, so that nothing else a person or a thief does keeps the owner from it.
 */
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
  sessionEnds: {
    name: 'account-session-ends',
    max: 60,
    windowSeconds: hour,
    sentence: 'You signed out other sessions too often.',
  },
  passwordChanges: {
    name: 'account-password-changes',
    max: 60,
    windowSeconds: hour,
    sentence: 'Too many attempts to change your password.',
  },
  deletions: {
    name: 'account-deletions',
    max: 60,
    windowSeconds: hour,
    sentence: 'Too many attempts to delete your account.',
  },
  exports: {
    name: 'account-exports',
    max: 10,
    windowSeconds: hour,
    sentence: 'Your data was exported too often.',
  },
} satisfies Record<string, Limit>;
