import { isSecretFormat, newSecret } from '../keys/key-secrets.ts';
import { sha256 } from '../platform/secrets.ts';

const letters = { access: 'a', refresh: 'r' };

/** `wba_` or `wbr_` and 32 letters and digits, the last 6 a checksum, as in secrets: scanners recognise leaked ones. */
export const newToken = (prefix: string, kind: keyof typeof letters) => newSecret(prefix + letters[kind]);

/** Returns the stored form of a token. Undefined if the text alone shows that it is none, so that no query is made. */
export function createTokenHash(prefixes: string[]): (token: string) => string | undefined {
  const form = new RegExp(`^(?:${prefixes.join('|')})[${Object.values(letters).join('')}]_[A-Za-z0-9]{32}$`);
  return (token) => (isSecretFormat(token, form) ? sha256(token) : undefined);
}
