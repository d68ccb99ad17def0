import { PublicError, refused } from '../platform/errors.ts';
import type { AccountCode } from './contract.ts';
import { maxNameLength } from './names.ts';

/** What a person reads when an account call is refused; the browser decides by the code alone. */
const sentences = {
  'bad-email': 'Please enter a valid e-mail address',
  'no-name': 'Please enter your full name',
  'long-name': `Full name must be at most ${maxNameLength} characters`,
  'wrong-code': 'Invalid verification code',
  'dead-code': 'This code no longer works. Ask for a new one.',
  'not-verified': 'Please verify your e-mail address first',
  'has-account': 'This e-mail address has an account already. Please sign in',
  'unknown-link': 'This link is not valid. Please ask for a new one',
  'used-link': 'This link has been used already. Please ask for a new one',
  'expired-link': 'This link has expired. Please ask for a new one',
  'wrong-password': 'This is not your password',
  'wrong-phrase': 'Please type the phrase exactly as it is shown',
  'same-email': 'This is the address of your account already',
  'old-email-taken': 'The old address has an account of its own by now. Please write to the data team',
} satisfies Partial<Record<AccountCode, string>>;

export const refuse = (code: keyof typeof sentences) => refused<AccountCode>(code, sentences[code]);

export const passwordError = (complaints: string[]) => refused<AccountCode>('bad-password', complaints);

export const credentialsError = () =>
  new PublicError(401, 'Invalid email or password', {}, 'wrong-credentials' satisfies AccountCode);
