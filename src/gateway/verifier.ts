import { PublicError } from '../platform/errors.ts';
import { mayReach, type Wanted } from './access.ts';
import type { CachedKey, CachedSecret } from './cached-key.ts';
import type { Credentials } from './credentials.ts';
import type { KeyCache } from './key-cache.ts';
import { checkKey, isMalformed, isRefusal, type Refusal } from './key-check.ts';
import type { Quota, QuotaAnswer } from './quota.ts';
import type { UsageCounter } from './usage-counter.ts';

export interface Allowed {
  key: CachedKey;
  headers: Record<string, string>;
}

interface VerifierOptions {
  keys: KeyCache;
  quota: Quota;
  usage: UsageCounter;
  now: () => number;
}

/** One decision for everyone: the forward-auth address, the sandbox and the MCP server. */
export class Verifier {
  readonly #options: VerifierOptions;

  constructor(options: VerifierOptions) {
    this.#options = options;
  }

  /**
   * Throws 403 for every reason alike, 429 when the hour is used up. An allowed request is counted, as so
   * many as it costs.
   */
  async verify(credentials: Credentials | undefined, wanted: Wanted | undefined, cost = 1): Promise<Allowed> {
    const key = await this.identify(credentials);
    if (!wanted || !mayReach(key.roles, wanted)) throw notAuthorized();
    return this.count(key, cost);
  }

  /**
   * The same yes, when memory alone can say it. Undefined is no answer: nothing is counted, and `verify`
   * has the word.
   */
  verifyFromMemory(credentials: Credentials, wanted: Wanted): Allowed | undefined {
    const key = this.#options.keys.recall(credentials.clientId);
    if (!key || isRefusal(this.#check(credentials, key)) || !mayReach(key.roles, wanted)) return undefined;
    const taken = this.#options.quota.takeLeased(key);
    return taken?.allowed ? this.#counted(key, taken) : undefined;
  }

  /** Whose key it is, whatever it is for. */
  async identify(credentials: Credentials | undefined): Promise<CachedKey> {
    if (!credentials || isMalformed(credentials)) throw notAuthorized();
    const { keys } = this.#options;
    for (const isLast of [false, true]) {
      const key = await keys.find(credentials.clientId);
      if (!key) break;
      if (!isRefusal(this.#check(credentials, key))) return key;
      // What this process knows may be a moment older than a new secret.
      if (!isLast) await keys.confirm();
    }
    throw notAuthorized();
  }

  /** Of the hour's quota. */
  async count(key: CachedKey, cost = 1): Promise<Allowed> {
    const taken = await this.#options.quota.take(key, cost);
    if (!taken.allowed) throw tooMany(taken, this.#options.now());
    return this.#counted(key, taken);
  }

  #counted(key: CachedKey, taken: QuotaAnswer): Allowed {
    this.#options.usage.count(key.id);
    return { key, headers: quotaHeaders(taken, this.#options.now()) };
  }

  #check(credentials: Credentials, key: CachedKey): CachedSecret | Refusal {
    return checkKey(credentials, key, this.#options.now());
  }
}

export const notAuthorized = () => new PublicError(403, 'Not authorized');

function tooMany(quota: QuotaAnswer, now: number): PublicError {
  const who = quota.isPersons ? 'your keys together' : 'this key';
  return new PublicError(429, `Too many requests: ${who} may make ${quota.limit} an hour`, {
    ...quotaHeaders(quota, now),
    'Retry-After': String(secondsLeft(quota, now)),
  });
}

/** In the spelling that most programs know, and in the one of the standard to come. */
function quotaHeaders(quota: QuotaAnswer, now: number): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(quota.limit),
    'X-RateLimit-Remaining': String(quota.remaining),
    'X-RateLimit-Reset': String(quota.resetSeconds),
    'RateLimit-Policy': `"hour";q=${quota.limit};w=3600`,
    RateLimit: `"hour";r=${quota.remaining};t=${secondsLeft(quota, now)}`,
  };
}

const secondsLeft = ({ resetSeconds }: QuotaAnswer, now: number) =>
  Math.max(1, Math.ceil(resetSeconds - now / 1000));
