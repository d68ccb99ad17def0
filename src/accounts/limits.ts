import type { Limit } from '../platform/rate-limits.ts';
import { codeAgainSeconds } from './contract.ts';

const minute = 60;
const hour = 3600;

export const limitPerHour = (name: string, max: number, sentence: string): Limit => ({
  name,
  max,
  windowSeconds: hour,
  sentence,
});
const limitPerQuarter = (name: string, max: number, sentence: string): Limit => ({
  ...limitPerHour(name, max, sentence),
  windowSeconds: 15 * minute,
});

/** Limits for one email address. The setting that relaxes network limits does not change them. */
export const emailLimits = {
  codeAgain: {
    name: 'code-again',
    max: 1,
    windowSeconds: codeAgainSeconds,
    sentence: 'We just sent a code to this address.',
  },
  codes: limitPerHour('codes', 5, 'Too many codes were sent to this address.'),
  codeTries: limitPerHour('code-tries', 15, 'Too many wrong codes for this address.'),
  resetAgain: {
    name: 'reset-again',
    max: 1,
    windowSeconds: minute,
    sentence: 'We just sent instructions to this address.',
  },
  /** The window is no longer than a link's lifetime, so that too many requests by others leave a link that works. */
  resets: {
    name: 'resets',
    max: 5,
    windowSeconds: 30 * minute,
    sentence: 'Too many instructions were sent to this address.',
  },
} satisfies Record<string, Limit>;

/** Limits for one network address. */
export const networkLimits = {
  signIns: limitPerQuarter('net-sign-ins', 60, 'Too many sign-in attempts.'),
  codes: limitPerHour('net-codes', 30, 'Too many requests for a code.'),
  codeTries: limitPerHour('net-code-tries', 60, 'Too many attempts to enter a code.'),
  signUps: limitPerHour('net-sign-ups', 30, 'Too many sign-up attempts.'),
  resets: limitPerHour('net-resets', 30, 'Too many requests to reset a password.'),
  openedLinks: limitPerHour('net-opened-links', 30, 'Too many attempts to open a link.'),
  newPasswords: limitPerHour('net-new-passwords', 30, 'Too many attempts to set a password.'),
  emailUndos: limitPerHour('net-email-undos', 30, 'Too many attempts to undo an email change.'),
  /** Protective actions with a password have their own limit, so that no one's sign-ins use it up. */
  protectiveActs: limitPerQuarter('net-protective-acts', 60, 'Too many attempts.'),
};
