import type { Limit } from '../platform/rate-limits.ts';
import { codeAgainSeconds } from './contract.ts';

const minute = 60;
const hour = 3600;

/** For one e-mail address: these are never relaxed. */
export const emailLimits = {
  codeAgain: {
    name: 'code-again',
    max: 1,
    windowSeconds: codeAgainSeconds,
    sentence: 'A code was sent to this address a moment ago.',
  },
  codes: {
    name: 'codes',
    max: 5,
    windowSeconds: hour,
    sentence: 'Too many codes were sent to this address.',
  },
  codeTries: {
    name: 'code-tries',
    max: 15,
    windowSeconds: hour,
    sentence: 'Too many codes were tried for this address.',
  },
  resetAgain: {
    name: 'reset-again',
    max: 1,
    windowSeconds: minute,
    sentence: 'Instructions were sent to this address a moment ago.',
  },
  /** No longer than a link lives: who asks too often in another's name leaves them a link that works. */
  resets: {
    name: 'resets',
    max: 5,
    windowSeconds: 30 * minute,
    sentence: 'Too many instructions were sent to this address.',
  },
} satisfies Record<string, Limit>;

/** For one network address. */
export const networkLimits = {
  signIns: {
    name: 'net-sign-ins',
    max: 60,
    windowSeconds: 15 * minute,
    sentence: 'Too many sign-in attempts.',
  },
  codes: { name: 'net-codes', max: 30, windowSeconds: hour, sentence: 'Too many codes were asked for.' },
  codeTries: { name: 'net-code-tries', max: 60, windowSeconds: hour, sentence: 'Too many codes were tried.' },
  signUps: { name: 'net-sign-ups', max: 30, windowSeconds: hour, sentence: 'Too many sign-up attempts.' },
  resets: {
    name: 'net-resets',
    max: 30,
    windowSeconds: hour,
    sentence: 'Too many password resets were asked for.',
  },
  openedLinks: {
    name: 'net-opened-links',
    max: 30,
    windowSeconds: hour,
    sentence: 'Too many links were opened.',
  },
  newPasswords: {
    name: 'net-new-passwords',
    max: 30,
    windowSeconds: hour,
    sentence: 'Too many attempts to set a password.',
  },
  emailUndos: {
    name: 'net-email-undos',
    max: 30,
    windowSeconds: hour,
    sentence: 'Too many attempts to undo a changed address.',
  },
  /** What an owner does with their password to protect an account: nobody's sign-ins use it up. */
  protectiveActs: {
    name: 'net-protective-acts',
    max: 60,
    windowSeconds: 15 * minute,
    sentence: 'Too many attempts.',
  },
} satisfies Record<string, Limit>;
