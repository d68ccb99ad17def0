import { nameLengthMax } from './names.ts';

/** What the server says when it refuses: the browser tells by these which way leads on. */
export const sentences = {
  badEmail: 'Please enter a valid e-mail address',
  noName: 'Please enter your full name',
  longName: `Full name must be at most ${nameLengthMax} characters`,
  wrongCode: 'Invalid verification code',
  /** Expired, tried too often, used, or of another browser: the same words, and the same way on. */
  deadCode: 'This code no longer works. Ask for a new one.',
  notVerified: 'Please verify your e-mail address first',
  hasAccount: 'This e-mail address has an account already. Please sign in',
} as const;

export const linkSentences = {
  unknown: 'This link is not valid. Please ask for a new one',
  used: 'This link has been used already. Please ask for a new one',
  expired: 'This link has expired. Please ask for a new one',
} as const;
