import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, ConfigError, minSecretKeyLength } from './config.ts';
import { asSystemError } from './errors.ts';

interface SecretKey {
  id: string;
  secret: string;
  derived: Map<string, KeyObject>;
}

/**
 * Signs and encrypts with keys derived from SECRET_KEY, one for each purpose. Every result names its key, so that the
 * list can be rotated: the first entry writes, the others still read.
 */
export class Secrets {
  readonly #keys: SecretKey[];
  readonly #newest: SecretKey;

  constructor(secretKeys: string[]) {
    this.#keys = secretKeys.map((secret) => ({
      id: sha256(`key id ${secret}`).slice(0, 8),
      secret,
      derived: new Map(),
    }));
    const [newest] = this.#keys;
    if (!newest) throw new Error('Secrets need at least one key');
    this.#newest = newest;
  }

  /** A keyed hash that nobody can recompute from a dump of the database: `key id.hash`. */
  sign(purpose: string, text: string): string {
    return this.#signUnder(this.#newest, purpose, text);
  }

  /** The hashes under all keys of the list, to find a stored one. */
  signUnderEach(purpose: string, text: string): string[] {
    return this.#keys.map((key) => this.#signUnder(key, purpose, text));
  }

  isSigned(purpose: string, text: string, signature: string): boolean {
    const key = this.#keyOf(signature);
    return key !== undefined && isSameText(this.#signUnder(key, purpose, text), signature);
  }

  /** `key id.nonce.tag.ciphertext`; decryption needs the same context, so that rows cannot be swapped. */
  encrypt(purpose: string, context: string, text: string): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#derive(this.#newest, purpose), nonce);
    cipher.setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return [
      this.#newest.id,
      ...[nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')),
    ].join('.');
  }

  decrypt(purpose: string, context: string, sealed: string): string {
    const key = this.#keyOf(sealed);
    if (!key)
      throw new Error(`Encrypted under a key that is no longer in SECRET_KEY (${sealed.slice(0, 8)})`);
    const [nonce, tag, data] = sealed
      .split('.')
      .slice(1)
      .map((part) => Buffer.from(part, 'base64url'));
    if (!nonce || !tag || !data) throw new Error('Not an encrypted text');
    const decipher = createDecipheriv('aes-256-gcm', this.#derive(key, purpose), nonce, {
      authTagLength: 16,
    });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(tag);
    return Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8');
  }

  /** Whether the text was written with the first key of the list. */
  isNewest(text: string): boolean {
    return text.startsWith(`${this.#newest.id}.`);
  }

  #keyOf(text: string) {
    return this.#keys.find((key) => text.startsWith(`${key.id}.`));
  }

  #signUnder(key: SecretKey, purpose: string, text: string): string {
    return `${key.id}.${createHmac('sha256', this.#derive(key, purpose)).update(text).digest('base64url')}`;
  }

  /** A KeyObject is several times faster than plain bytes. */
  #derive(key: SecretKey, purpose: string): KeyObject {
    let derived = key.derived.get(purpose);
    if (!derived) {
      derived = createSecretKey(Buffer.from(hkdfSync('sha256', key.secret, '', purpose, 32)));
      key.derived.set(purpose, derived);
    }
    return derived;
  }
}

/** The configured list, or the key that the portal generates for itself. */
export const secretKeysOf = ({ secretKeys, dataDir }: Pick<Config, 'secretKeys' | 'dataDir'>): string[] =>
  secretKeys.length > 0 ? secretKeys : [loadOrCreateSecretKey(dataDir)];

/** Loads or creates the generated key. Two processes that start at the same time get the same one. */
export function loadOrCreateSecretKey(dataDir: string): string {
  const path = join(dataDir, 'secret-key');
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (!existsSync(path)) createAtomically(path, `${randomSecret()}\n`);
  const key = readFileSync(path, 'utf8').trim();
  if (key.length < minSecretKeyLength)
    throw new ConfigError(
      `${path} contains no key: restore it from a backup, or delete it together with all data`,
    );
  return key;
}

/** Writes to a temporary file and links it: a crash leaves no partial file, and of two processes the first one wins. */
function createAtomically(path: string, text: string): void {
  const unfinished = `${path}.${randomId()}`;
  try {
    writeFileSync(unfinished, text, { mode: 0o600, flush: true });
    linkSync(unfinished, path);
  } catch (error) {
    if (asSystemError(error).code !== 'EEXIST') throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** 256 random bits as text. */
export const randomSecret = () => randomBytes(32).toString('base64url');

export const randomId = () => randomBytes(12).toString('hex');

/** Hashes random values such as session IDs and links: they cannot be guessed, so the hash needs no key. */
export const sha256 = (text: string) => hash('sha256', text);

export function isSameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
