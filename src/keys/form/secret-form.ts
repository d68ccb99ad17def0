/** How a key is written: what both sides can tell from the text alone. */

export const lowerLetters = 'abcdefghijklmnopqrstuvwxyz0123456789';
export const mixedLetters = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${lowerLetters}`;
const checksumLength = 6;

export const secretStart = (prefix: string) => `${prefix}_`;
export const clientIdStart = (prefix: string) => `${prefix}c_`;

/** What the secrets and client ids of a provider look like, under any of its prefixes. */
export interface KeyForms {
  secret: RegExp;
  clientId: RegExp;
}

export function keyForms(prefixes: string[]): KeyForms {
  const anyOf = prefixes.join('|');
  return {
    // Whether its checksum is right is another question.
    secret: new RegExp(`^(?:${anyOf})_[A-Za-z0-9]{32}$`),
    clientId: new RegExp(`^(?:${anyOf})c_[a-z0-9]{20}$`),
  };
}

/** The part that the checksum is of, and the checksum. */
export const splitSecret = (secret: string): [string, string] => [
  secret.slice(0, -checksumLength),
  secret.slice(-checksumLength),
];

/** Of the SHA-256 of the rest. */
export function checksumText(digest: Uint8Array): string {
  let text = '';
  for (let at = 0; at < checksumLength; at++) text += mixedLetters[digest[at]! % mixedLetters.length];
  return text;
}
