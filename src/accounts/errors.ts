import { PublicError, refused } from '../platform/errors.ts';
import type { AccountCode } from './contract.ts';
import { maxNameLength } from './names.ts';

/** The sentences people read when an account call fails. The browser decides by the code alone. */
const sentences = {
  'bad-email': 'Enter a valid email address',
  'no-name': 'Enter your full name',
  'long-name': `Full name can have at most ${maxNameLength} characters`,
  'same-password': 'This is already your password. Choose another one',
  'wrong-code': 'Invalid verification code',
  'dead-code': 'This code no longer works. Request a new one.',
  'not-verified': 'Verify your email address first',
  'has-account': 'This email address already has an account. Sign in instead',
  'unknown-link': 'This link is invalid',
  'used-link': 'This link has already been used',
  'expired-link': 'This link has expired',
  'wrong-password': 'Wrong password. Try again',
  'wrong-phrase': 'Type the phrase exactly as shown',
  'same-email': 'This is already the email address of your account',
  'old-email-taken': 'The old address now belongs to another account. Write to the data team',
} satisfies Partial<Record<AccountCode, string>>;

export const accountError = (code: keyof typeof sentences) => refused<AccountCode>(code, sentences[code]);

export const passwordError = (problems: string[]) => refused<AccountCode>('bad-password', problems);

export const credentialsError = () =>
  new PublicError(401, 'Invalid email or password', {}, 'wrong-credentials' satisfies AccountCode);
