import { createHash, randomInt } from 'node:crypto';

const lower = 'abcdefghijklmnopqrstuvwxyz0123456789';
const mixed = `ABCDEFGHIJKLMNOPQRSTUVWXYZ${lower}`;
const secretPrefix = 'wb_';
const randomLength = 26;
const checksumLength = 6;

/** `wbc_` and 20 of a-z and 0-9: what the provider's Python package accepts, and not as long as a secret. */
export const newClientId = () => `wbc_${randomText(lower, 20)}`;

/** `wb_` and 32 of A-Z, a-z and 0-9, the last 6 a checksum of the rest. */
export function newSecret(): string {
  const start = secretPrefix + randomText(mixed, randomLength);
  return start + checksumOf(start);
}

/** Told from the text alone, so that a scanner can tell a leaked key from a lookalike without asking anyone. */
export function isSecretFormat(text: string): boolean {
  if (!/^wb_[A-Za-z0-9]{32}$/.test(text)) return false;
  return checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength);
}

function checksumOf(text: string): string {
  const digest = createHash('sha256').update(text).digest();
  return [...digest.subarray(0, checksumLength)].map((byte) => mixed[byte % mixed.length]).join('');
}

const randomText = (alphabet: string, length: number) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
