import { createSecretKey, type KeyObject } from 'node:crypto';
import type { PlaygroundToken } from '../../keys/contract.ts';
import { signPlaygroundToken } from '../../keys/playground-token.ts';
import type { Secrets } from '../../platform/secrets.ts';
import type { Credentials } from '../credentials.ts';
import { checkToken } from '../signed-token.ts';
import { demoClientId } from './contract.ts';

/** The demo is no row: its tokens are signed under SECRET_KEY, and open as long as that is in the list. */
export class DemoTokens {
  readonly #signing: string;
  readonly #verifying: KeyObject[];
  readonly #now: () => number;

  constructor({ secrets, now }: { secrets: Secrets; now: () => number }) {
    const keys = secrets.signUnderEach('demo tokens', demoClientId);
    this.#signing = keys[0]!;
    this.#verifying = keys.map((key) => createSecretKey(key, 'utf8'));
    this.#now = now;
  }

  mint(): PlaygroundToken {
    return signPlaygroundToken(demoClientId, this.#signing, this.#now());
  }

  isValid({ clientId, password }: Credentials): boolean {
    return this.#verifying.some((key) => checkToken(password, key, clientId, this.#now()) === 'valid');
  }
}
