import { hash, randomInt } from 'node:crypto';
import {
  checksumText,
  clientIdStart,
  lowerLetters,
  mixedLetters,
  secretStart,
  splitSecret,
} from './form/secret-form.ts';

/** As `keyForms` makes it. */
export type SecretForm = RegExp;

const randomLength = 26;

/** `wbc_` and 20 of a-z and 0-9: what the provider's Python package accepts, and not as long as a secret. */
export const newClientId = (prefix: string) => `${clientIdStart(prefix)}${randomText(lowerLetters, 20)}`;

/** `wb_` and 32 of A-Z, a-z and 0-9, the last 6 a checksum of the rest. */
export function newSecret(prefix: string): string {
  const start = secretStart(prefix) + randomText(mixedLetters, randomLength);
  return start + checksumOf(start);
}

/** Told from the text alone, so that a scanner can tell a leaked key from a lookalike without asking anyone. */
export function isSecretFormat(text: string, form: SecretForm): boolean {
  if (!form.test(text)) return false;
  const [start, checksum] = splitSecret(text);
  return checksumOf(start) === checksum;
}

const checksumOf = (text: string) => checksumText(hash('sha256', text, 'buffer'));

const randomText = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
