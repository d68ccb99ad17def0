/** How a key is written: what both sides can tell from the text alone. */

export const lowerLetters = 'abcdefghijklmnopqrstuvwxyz0123456789';
export const mixedLetters = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${lowerLetters}`;
export const clientIdPrefix = 'wbc_';
export const secretPrefix = 'wb_';
const checksumLength = 6;

export const isClientIdShape = (text: string) => /^wbc_[a-z0-9]{20}$/.test(text);

/** Whether its checksum is right is another question. */
export const isSecretShape = (text: string) => /^wb_[A-Za-z0-9]{32}$/.test(text);

/** The part that the checksum is of, and the checksum. */
export const splitSecret = (secret: string): [string, string] => [
  secret.slice(0, -checksumLength),
  secret.slice(-checksumLength),
];

/** Of the SHA-256 of the rest. */
export const checksumText = (digest: Uint8Array) =>
  [...digest.subarray(0, checksumLength)].map((byte) => mixedLetters[byte % mixedLetters.length]).join('');
