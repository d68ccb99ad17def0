import { type CallVerdict, type DenialCause, denialCauses } from '../keys/contract.ts';
import { describeTokenAge } from '../keys/denial-text.ts';
import { isTokenFormat } from '../keys/key-format.ts';
import { isActiveSecret, isSecretFormat, type SecretForm } from '../keys/key-secrets.ts';
import { PublicError } from '../platform/errors.ts';
import { isSameText } from '../platform/secrets.ts';
import type { DenialCounter, UsageCounter } from './call-counters.ts';
import { type Credentials, checkToken } from './credentials.ts';
import { type ApiCall, type CanCall, otherEndpoint } from './endpoints.ts';
import { type CachedKey, CachedSecret, type KeyCache } from './key-cache.ts';
import type { Quota, QuotaAnswer } from './quota.ts';

export interface AllowedCall {
  key: CachedKey;
  /** The names that the provider's API uses. */
  roles: string[];
  headers: Record<string, string>;
}

interface VerifierOptions {
  keys: KeyCache;
  quota: Quota;
  usage: UsageCounter;
  denials: DenialCounter;
  canCall: CanCall;
  namesOf: (roles: string[]) => string[];
  secretForm: SecretForm;
  /** Returns the endpoint under which a path is counted. */
  endpointOf: (path: string) => string;
  now: () => number;
}

/** Why a call was denied. The owner of the key can read it, the caller never. */
interface Denial {
  cause: DenialCause;
  detail: string;
}

/** Makes the one decision about a call, for the forward-auth endpoint, the sandbox and the MCP server. */
export class Verifier {
  readonly #options: VerifierOptions;
  /** Decisions since the start, by cause. */
  readonly verdicts = { allowed: 0, unknown: 0, ...countersOf(denialCauses) };
  /** Keys that were verified from memory alone since the start. */
  fromMemory = 0;

  constructor(options: VerifierOptions) {
    this.#options = options;
  }

  /** Throws the same 403 for every reason, or 429 if the hour is used up. An allowed call takes `cost` of the quota. */
  async verify(
    credentials: Credentials | undefined,
    call: ApiCall | undefined,
    cost = 1,
  ): Promise<AllowedCall> {
    return this.count(await this.authorize(credentials, call), call, cost);
  }

  /** Returns the key if its role allows the call, without counting it. Throws 403 otherwise. */
  async authorize(credentials: Credentials | undefined, call: ApiCall | undefined): Promise<CachedKey> {
    const { keys, canCall } = this.#options;
    let key = await this.identify(credentials, call);
    if (call && !canCall(key.roles, call)) {
      // The cached roles may be a moment older than a role that was granted.
      await keys.recheck();
      key = await this.identify(credentials, call);
    }
    if (call && canCall(key.roles, call)) return key;
    const detail = call ? `${call.method} ${call.path}` : 'the gateway did not name one request';
    return this.#deny(key, call, { cause: 'role-too-small', detail });
  }

  /** Like `verify`, if memory alone is enough to allow the call. Undefined means undecided: nothing is counted. */
  verifyFromMemory(credentials: Credentials, call: ApiCall): AllowedCall | undefined {
    const { quota, canCall } = this.#options;
    const opened = this.#openCached(credentials);
    if (!opened || !canCall(opened.key.roles, call)) return undefined;
    const taken = quota.takeLeased(opened.key);
    if (!taken?.allowed) return undefined;
    this.#countFromMemory(opened);
    return this.#allow(opened.key, call, taken);
  }

  /** True if the text or memory alone is enough to deny the call. A denial that an owner can read needs `verify`. */
  denyFromMemory(credentials: Credentials | undefined): boolean {
    const { keys, secretForm } = this.#options;
    const isDenied =
      !credentials ||
      keys.isKnownMissing(credentials.clientId) ||
      (isMalformed(credentials, secretForm) && !keys.findCached(credentials.clientId));
    if (isDenied) this.verdicts.unknown++;
    return isDenied;
  }

  /** Returns the key that the credentials belong to, whatever its role. Throws 403 otherwise. */
  async identify(credentials: Credentials | undefined, call?: ApiCall): Promise<CachedKey> {
    if (!credentials) return this.#denyUnknown();
    const { keys, usage, secretForm, now } = this.#options;
    const opened = this.#openCached(credentials);
    if (opened) {
      this.#countFromMemory(opened);
      return opened.key;
    }
    // The text alone shows that no key has this secret, so no query is needed.
    const malformed = isMalformed(credentials, secretForm);
    for (const isLast of [malformed, true]) {
      const key = malformed ? keys.findCached(credentials.clientId) : await keys.find(credentials.clientId);
      if (!key) break;
      const secret = checkKey(credentials, key, secretForm, now());
      if (!isDenial(secret)) {
        usage.countSecretUse(key, secret);
        return key;
      }
      if (isLast || isFinal(secret)) this.#deny(key, call, secret);
      // The cached secrets may be a moment older than a new secret.
      await keys.recheck();
    }
    return this.#denyUnknown();
  }

  /** Takes the call from the hour's quota. Throws 429 if too little is left. */
  async count(key: CachedKey, call?: ApiCall, cost = 1): Promise<AllowedCall> {
    const { quota, now } = this.#options;
    const taken = await quota.take(key, cost);
    if (!taken) return this.#denyUnknown();
    if (taken.allowed) return this.#allow(key, call, taken);
    this.#countDenial(key, call, 'over-quota', { cause: 'over-quota', detail: `${taken.limit} an hour` });
    const who = taken.isPersons ? 'your keys together' : 'this key';
    throw tooMany(taken, `${who} may make ${taken.limit} an hour`, now());
  }

  #openCached(credentials: Credentials): { key: CachedKey; secret: CachedSecret } | undefined {
    const { keys, secretForm, now } = this.#options;
    const key = keys.findCached(credentials.clientId);
    const secret = key && checkKey(credentials, key, secretForm, now());
    return key && secret && !isDenial(secret) ? { key, secret } : undefined;
  }

  #countFromMemory({ key, secret }: { key: CachedKey; secret: CachedSecret }): void {
    this.#options.usage.countSecretUse(key, secret);
    this.fromMemory++;
  }

  #allow(key: CachedKey, call: ApiCall | undefined, taken: QuotaAnswer): AllowedCall {
    const { usage, namesOf, now } = this.#options;
    this.verdicts.allowed++;
    usage.count(key.id, this.#endpointOf(call), 'allowed');
    return { key, roles: namesOf(key.roles), headers: quotaHeaders(taken, now()) };
  }

  #denyUnknown(): never {
    this.verdicts.unknown++;
    throw notAuthorized();
  }

  #deny(key: CachedKey, call: ApiCall | undefined, denial: Denial): never {
    this.#countDenial(key, call, 'refused', denial);
    throw notAuthorized();
  }

  #countDenial(key: CachedKey, call: ApiCall | undefined, verdict: CallVerdict, denial: Denial): void {
    const endpoint = this.#endpointOf(call);
    this.verdicts[denial.cause]++;
    this.#options.usage.count(key.id, endpoint, verdict);
    this.#options.denials.count(key.id, endpoint, denial);
  }

  #endpointOf = (call: ApiCall | undefined) => (call ? this.#options.endpointOf(call.path) : otherEndpoint);
}

const countersOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;

const isDenial = (found: CachedSecret | Denial): found is Denial => !(found instanceof CachedSecret);

/** The token is signed with a known secret and wrong all the same, so a newer secret would not change the decision. */
const isFinal = ({ cause }: Denial) => cause === 'bad-token' || cause === 'clock-off';

const isToken = (password: string) => password.includes('.');

const isMalformed = ({ password }: Credentials, form: SecretForm) =>
  isToken(password) ? !isTokenFormat(password) : !isSecretFormat(password, form);

/** Returns the secret of the key that the credentials match, or why they match none. */
function checkKey(
  credentials: Credentials,
  key: CachedKey,
  form: SecretForm,
  now: number,
): CachedSecret | Denial {
  const found = isToken(credentials.password)
    ? findBySignature(credentials, key, now)
    : findByText(credentials, key, form);
  if (isDenial(found)) return found;
  if (!isActiveSecret(found, now))
    return {
      cause: 'ended-secret',
      detail: found.endsAt === undefined ? '' : `since ${isoMinute(found.endsAt)}`,
    };
  if (key.expiresAt !== undefined && key.expiresAt <= now)
    return { cause: 'expired', detail: `since ${isoMinute(key.expiresAt)}` };
  return key.isSuspended ? { cause: 'suspended', detail: '' } : found;
}

function findByText(
  { password }: Credentials,
  { secret, oldSecret }: CachedKey,
  form: SecretForm,
): CachedSecret | Denial {
  if (isSameText(password, secret.text)) return secret;
  if (oldSecret && isSameText(password, oldSecret.text)) return oldSecret;
  const detail = isSecretFormat(password, form) ? "another key's secret" : 'mistyped or cut off';
  return { cause: 'wrong-secret', detail };
}

function findBySignature(
  { clientId, password }: Credentials,
  { secret: current, oldSecret }: CachedKey,
  now: number,
): CachedSecret | Denial {
  for (const secret of oldSecret ? [current, oldSecret] : [current]) {
    const verdict = checkToken(secret.openToken(password), clientId, now);
    if (verdict === 'valid') return secret;
    if (verdict === 'bad') return { cause: 'bad-token', detail: 'signed, but not for this call or this key' };
    if (verdict !== 'foreign') return { cause: 'clock-off', detail: describeTokenAge(verdict.minutesOff) };
  }
  return { cause: 'wrong-secret', detail: 'a token signed with another secret' };
}

const isoMinute = (time: number) => `${new Date(time).toISOString().slice(0, 16)}Z`;

/** The error has no stack: nobody reads it, and a flood of denials would pay for it. */
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

/** The quota in the spelling that most programs know, and in the one of the draft standard. */
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

/** Any other error is a fault, which the framework answers and logs. */
export const isDenialError = (error: unknown): error is PublicError =>
  error instanceof PublicError && (error.status === 403 || error.status === 429);
