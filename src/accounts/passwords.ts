import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { PublicError } from '../platform/errors.ts';
import { FairLimiter } from '../platform/fair-queue.ts';
import { networkPath } from '../platform/rate-limits.ts';
import {
  describeGuessable,
  type GuessableFacts,
  isPasswordTooLong,
  maxPasswordLength,
  unmetPasswordRules,
} from './password-policy.ts';

export interface PasswordCost {
  /** In KiB. */
  memory: number;
  passes: number;
}

/** argon2id: 19 MiB, two passes. Raising these upgrades every password at its next sign-in. */
const passwordCost: PasswordCost = { memory: 19_456, passes: 2 };

const parallelism = 1;
const tagLength = 32;

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2);

export async function hashPassword(password: string, cost = passwordCost): Promise<string> {
  const salt = randomBytes(16);
  const { memory, passes } = cost;
  const how = { memory, passes, parallelism, tagLength };
  const tag = await derive('argon2id', { ...how, message: password, nonce: salt });
  return formatHash(cost, salt, tag);
}

export async function isPassword(password: string, storedHash: string): Promise<boolean> {
  const { memory, passes, parallelism, salt, tag } = parseHash(storedHash);
  const given = await derive('argon2id', {
    memory,
    passes,
    parallelism,
    tagLength: tag.length,
    message: password,
    nonce: salt,
  });
  return timingSafeEqual(given, tag);
}

export function isHashOutdated(storedHash: string, cost = passwordCost): boolean {
  const stored = parseHash(storedHash);
  return stored.memory !== cost.memory || stored.passes !== cost.passes || stored.parallelism !== parallelism;
}

/** Sentences for the person; none if the password can be used. */
export function findPasswordProblems(
  { password, password_confirmation: confirmation }: { password: string; password_confirmation: string },
  known: GuessableFacts,
): string[] {
  const problems = unmetPasswordRules(password).map((rule) => `Password needs: ${rule.label.toLowerCase()}`);
  if (isPasswordTooLong(password)) problems.push(`Password can have at most ${maxPasswordLength} characters`);
  if (password !== confirmation) problems.push('Passwords do not match');
  if (problems.length > 0) return problems;
  const guessable = describeGuessable(password, known);
  return guessable === undefined ? [] : [guessable];
}

function parseHash(text: string) {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(text);
  if (!match) throw new Error('Not an argon2id hash');
  const [, memory, passes, lanes, salt = '', tag = ''] = match;
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  };
}

const formatHash = ({ memory, passes }: PasswordCost, salt: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/** A random hash that no known password has, created without hashing. */
export const unknownPasswordHash = (cost = passwordCost) =>
  formatHash(cost, randomBytes(16), randomBytes(tagLength));

/** Hashing is slow on purpose, and compression uses the same threads, so one core stays free for the rest. */
const maxRunning = Math.min(2, Math.max(1, availableParallelism() - 1));
/** About a second of work. */
const maxWaiting = 20;
const retryAfterSeconds = 5;
/** This equals the number of attempts that `SignInDelays` allows an address before it has to wait. */
const newGroups = { maxTries: 5, windowMs: 15 * 60_000, maxWaiting: 10 };

interface Client {
  /** The queue is fair between networks. */
  address: string;
  hasPriority?: boolean;
}

/** Hashes a few passwords at a time. Clients that are known to own the account have priority. */
export class HashingQueue {
  readonly #cost;
  readonly #limiter: FairLimiter;
  /** Created at the start, so that the first unknown address takes no longer than the next. */
  readonly #unknownHash;

  constructor(cost = passwordCost, now = Date.now) {
    this.#cost = cost;
    const bounds = { maxWaiting, busy };
    this.#limiter = new FairLimiter({ maxRunning, bounds, newGroups: { ...newGroups, now } });
    this.#unknownHash = unknownPasswordHash(cost);
  }

  hash(client: Client, password: string): Promise<string> {
    return this.#run(client, () => hashPassword(password, this.#cost));
  }

  /** Takes the same time whether the address has an account or not. */
  async isPassword(client: Client, password: string, storedHash: string | undefined): Promise<boolean> {
    const checked = storedHash ?? this.#unknownHash;
    const isRight = await this.#run(client, () => isPassword(password, checked));
    return isRight && storedHash !== undefined;
  }

  isOutdated = (storedHash: string) => isHashOutdated(storedHash, this.#cost);

  #run<T>({ address, hasPriority = false }: Client, work: () => Promise<T>): Promise<T> {
    return this.#limiter.run(networkPath(address), work, hasPriority);
  }
}

const busy = () =>
  new PublicError(503, `Many people are signing in. Try again in ${retryAfterSeconds} seconds.`, {
    'Retry-After': String(retryAfterSeconds),
  });
