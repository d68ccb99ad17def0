import type { CallVerdict, DenialCause } from '../keys/contract.ts';
import { isTokenFormat } from '../keys/key-format.ts';
import { isActiveSecret, isSecretFormat, type SecretForm } from '../keys/key-secrets.ts';
import { PublicError } from '../platform/errors.ts';
import { isSameText } from '../platform/secrets.ts';
import { type Credentials, checkToken } from './credentials.ts';
import type { DenialCounter } from './denial-counter.ts';
import { type CanCall, otherEndpoint, type Wanted } from './endpoints.ts';
import { type CachedKey, CachedSecret, type KeyCache } from './key-cache.ts';
import type { Quota, QuotaAnswer } from './quota.ts';
import type { UsageCounter } from './usage-counter.ts';

export interface Allowed {
  key: CachedKey;
  /** As the provider's API knows them. */
  roles: string[];
  headers: Record<string, string>;
}

interface VerifierOptions {
  keys: KeyCache;
  quota: Quota;
  usage: UsageCounter;
  refusals: DenialCounter;
  canCall: CanCall;
  namesOf: (roles: string[]) => string[];
  /** The forms in which a secret may be written. */
  secretForm: SecretForm;
  /** What a path is counted under. */
  endpointOf: (path: string) => string;
  now: () => number;
}

interface OpenedKey {
  key: CachedKey;
  secret: CachedSecret;
}

/** One decision for everyone: the forward-auth address, the sandbox and the MCP server. */
export class Verifier {
  readonly #options: VerifierOptions;
  /** How often each was said since the start. */
  readonly verdicts: Record<'allowed' | 'unknown' | DenialCause, number> = {
    allowed: 0,
    unknown: 0,
    'wrong-secret': 0,
    'ended-secret': 0,
    'bad-token': 0,
    'clock-off': 0,
    expired: 0,
    suspended: 0,
    'role-too-small': 0,
    'over-quota': 0,
  };
  /** How many keys were opened by what memory alone has. */
  fromMemory = 0;

  constructor(options: VerifierOptions) {
    this.#options = options;
  }

  /**
   * Throws 403 for every reason alike, 429 when the hour is used up. An allowed request is counted, as so
   * many as it costs.
   */
  async verify(credentials: Credentials | undefined, wanted: Wanted | undefined, cost = 1): Promise<Allowed> {
    return this.count(await this.reach(credentials, wanted), wanted, cost);
  }

  /** Whose key it is, when it is one for that; throws 403 otherwise. */
  async reach(credentials: Credentials | undefined, wanted: Wanted | undefined): Promise<CachedKey> {
    const { keys, canCall } = this.#options;
    let key = await this.identify(credentials, wanted);
    if (wanted && !canCall(key.roles, wanted)) {
      // What this process knows may be a moment older than a role that was granted.
      await keys.confirm();
      key = await this.identify(credentials, wanted);
    }
    if (wanted && canCall(key.roles, wanted)) return key;
    const detail = wanted ? `${wanted.method} ${wanted.path}` : 'the gateway did not name one request';
    return this.#refuse(key, wanted, { cause: 'role-too-small', detail });
  }

  /**
   * The same yes, when memory alone can say it. Undefined is no answer: nothing is counted, and `verify`
   * has the word.
   */
  verifyFromMemory(credentials: Credentials, wanted: Wanted): Allowed | undefined {
    const { quota, canCall } = this.#options;
    const recalled = this.#recall(credentials);
    if (!recalled || !canCall(recalled.key.roles, wanted)) return undefined;
    const taken = quota.takeLeased(recalled.key);
    if (!taken?.allowed) return undefined;
    this.#sawFromMemory(recalled);
    return this.#counted(recalled.key, wanted, taken);
  }

  /** Undefined when memory alone does not open it: that is no refusal yet. */
  #recall(credentials: Credentials): OpenedKey | undefined {
    const { keys, secretForm, now } = this.#options;
    const key = keys.recall(credentials.clientId);
    const secret = key && checkKey(credentials, key, secretForm, now());
    return key && secret && !isRefusal(secret) ? { key, secret } : undefined;
  }

  #sawFromMemory({ key, secret }: OpenedKey): void {
    this.#options.usage.countSecretUse(key, secret);
    this.fromMemory++;
  }

  /** True when the text, or memory, says no by itself; what an owner is to be told of is for `verify`. */
  denyFromMemory(credentials: Credentials | undefined): boolean {
    const isDenialError = !credentials || this.#isNobodys(credentials);
    if (isDenialError) this.verdicts.unknown++;
    return isDenialError;
  }

  #isNobodys(credentials: Credentials): boolean {
    const { keys, secretForm } = this.#options;
    const { clientId } = credentials;
    return keys.isKnownMissing(clientId) || (isMalformed(credentials, secretForm) && !keys.recall(clientId));
  }

  /** Whose key it is, whatever it is for. */
  async identify(credentials: Credentials | undefined, wanted?: Wanted): Promise<CachedKey> {
    if (!credentials) return this.#refuseUnknown();
    const { keys, usage, secretForm, now } = this.#options;
    const recalled = this.#recall(credentials);
    if (recalled) {
      this.#sawFromMemory(recalled);
      return recalled.key;
    }
    // By its text alone: nobody is asked, and the owner is told only if the key is known here.
    const isNone = isMalformed(credentials, secretForm);
    for (const isLast of [isNone, true]) {
      const key = isNone ? keys.recall(credentials.clientId) : await keys.find(credentials.clientId);
      if (!key) break;
      const secret = checkKey(credentials, key, secretForm, now());
      if (!isRefusal(secret)) {
        usage.countSecretUse(key, secret);
        return key;
      }
      if (isLast || isSettled(secret)) this.#refuse(key, wanted, secret);
      // What this process knows may be a moment older than a new secret.
      await keys.confirm();
    }
    return this.#refuseUnknown();
  }

  /** Of the hour's quota. */
  async count(key: CachedKey, wanted?: Wanted, cost = 1): Promise<Allowed> {
    const { quota, now } = this.#options;
    const taken = await quota.take(key, cost);
    if (!taken) return this.#refuseUnknown();
    if (taken.allowed) return this.#counted(key, wanted, taken);
    this.#tell(key, wanted, 'over-quota', { cause: 'over-quota', detail: `${taken.limit} an hour` });
    throw tooMany(
      taken,
      `${taken.isPersons ? 'your keys together' : 'this key'} may make ${taken.limit} an hour`,
      now(),
    );
  }

  #counted(key: CachedKey, wanted: Wanted | undefined, taken: QuotaAnswer): Allowed {
    const { usage, namesOf, now } = this.#options;
    this.verdicts.allowed++;
    usage.count(key.id, this.#endpointOf(wanted), 'allowed');
    return { key, roles: namesOf(key.roles), headers: quotaHeaders(taken, now()) };
  }

  #refuseUnknown(): never {
    this.verdicts.unknown++;
    throw notAuthorized();
  }

  #refuse(key: CachedKey, wanted: Wanted | undefined, refusal: Refusal): never {
    this.#tell(key, wanted, 'refused', refusal);
    throw notAuthorized();
  }

  #tell(key: CachedKey, wanted: Wanted | undefined, verdict: CallVerdict, refusal: Refusal): void {
    const endpoint = this.#endpointOf(wanted);
    this.verdicts[refusal.cause]++;
    this.#options.usage.count(key.id, endpoint, verdict);
    this.#options.refusals.count(key.id, endpoint, refusal);
  }

  #endpointOf = (wanted: Wanted | undefined) =>
    wanted ? this.#options.endpointOf(wanted.path) : otherEndpoint;
}

/** An answer like any other: nobody reads its stack, and a storm of them would pay for it. */
export function notAuthorized(): PublicError {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const error = new PublicError(403, 'Not authorized');
  Error.stackTraceLimit = stackTraceLimit;
  return error;
}

export function tooMany(quota: QuotaAnswer, why: string, now: number): PublicError {
  return new PublicError(429, `Too many requests: ${why}`, {
    ...quotaHeaders(quota, now),
    'Retry-After': String(secondsLeft(quota, now)),
  });
}

/** In the spelling that most programs know, and in the one of the standard to come. */
export function quotaHeaders(quota: QuotaAnswer, now: number): Record<string, string> {
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

/** Why not: for the owner, never for the caller. */
interface Refusal {
  cause: DenialCause;
  detail: string;
}

const isRefusal = (found: CachedSecret | Refusal): found is Refusal => !(found instanceof CachedSecret);

/** Signed with a secret that is known, and wrong all the same: a newer one would not make it right. */
const isSettled = ({ cause }: Refusal) => cause === 'bad-token' || cause === 'clock-off';

const isToken = (password: string) => password.includes('.');

/** Told from the text alone, before anyone is asked: neither a secret nor a token that could have been made here. */
const isMalformed = ({ password }: Credentials, form: SecretForm) =>
  isToken(password) ? !isTokenFormat(password) : !isSecretFormat(password, form);

/** By which of its secrets these credentials open the key, or why they do not. */
function checkKey(
  credentials: Credentials,
  key: CachedKey,
  form: SecretForm,
  now: number,
): CachedSecret | Refusal {
  const found = isToken(credentials.password)
    ? findBySignature(credentials, key, now)
    : findByText(credentials, key, form);
  if (isRefusal(found)) return found;
  if (!isActiveSecret(found, now))
    return {
      cause: 'ended-secret',
      detail: found.endsAt === undefined ? '' : `since ${isoMinute(found.endsAt)}`,
    };
  if (key.expiresAt !== undefined && key.expiresAt <= now)
    return { cause: 'expired', detail: `since ${isoMinute(key.expiresAt)}` };
  if (key.isSuspended) return { cause: 'suspended', detail: '' };
  return found;
}

function findByText(
  { password }: Credentials,
  { secret, oldSecret }: CachedKey,
  form: SecretForm,
): CachedSecret | Refusal {
  if (isSameText(password, secret.text)) return secret;
  if (oldSecret && isSameText(password, oldSecret.text)) return oldSecret;
  const isMistyped = !isSecretFormat(password, form);
  return {
    cause: 'wrong-secret',
    detail: isMistyped ? 'mistyped, cut off or not a secret' : 'another key’s secret',
  };
}

function findBySignature(
  { clientId, password }: Credentials,
  { secret: inUse, oldSecret }: CachedKey,
  now: number,
): CachedSecret | Refusal {
  for (const secret of oldSecret ? [inUse, oldSecret] : [inUse]) {
    const verdict = checkToken(password, secret.signingKey, clientId, now);
    if (verdict === 'valid') return secret;
    if (verdict === 'bad') return { cause: 'bad-token', detail: 'signed, but not for this call or this key' };
    if (verdict !== 'foreign') return { cause: 'clock-off', detail: inWords(verdict.minutesOff) };
  }
  return { cause: 'wrong-secret', detail: 'a token signed with another secret' };
}

const inWords = (minutes: number) => `${Math.abs(minutes)} minutes ${minutes < 0 ? 'behind' : 'ahead'}`;

const isoMinute = (time: number) => `${new Date(time).toISOString().slice(0, 16)}Z`;

/** Anything else is a fault, which the framework words and logs. */
export const isDenialError = (error: unknown): error is PublicError =>
  error instanceof PublicError && (error.status === 403 || error.status === 429);
