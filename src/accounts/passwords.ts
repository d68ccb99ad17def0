import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { PublicError } from '../platform/errors.ts';
import { FairLimiter } from '../platform/fair-queue.ts';
import { networkPath } from '../platform/rate-limits.ts';
import { isPasswordTooLong, maxPasswordLength, unmetPasswordRules } from './password-policy.ts';

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
export function findPasswordProblems(password: string, confirmation: string, email: string): string[] {
  const problems = unmetPasswordRules(password).map((rule) => `Password needs: ${rule.label.toLowerCase()}`);
  if (isPasswordTooLong(password)) problems.push(`Password can have at most ${maxPasswordLength} characters`);
  if (password !== confirmation) problems.push('Passwords do not match');
  if (problems.length > 0) return problems;
  if (isCommonPassword(password)) return ['This password is easy to guess. Choose another one'];
  return isLikeEmail(password, email) ? ["Don't use your email address or its name as your password"] : [];
}

/** Compares letters alone, because added digits and symbols don't make the name a password. */
function isLikeEmail(password: string, email: string): boolean {
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
  const [name = ''] = email.split('@');
  return letters(password) === letters(email) || (name.length >= 4 && letters(password) === letters(name));
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

/** The words of common leaked passwords, without digits and symbols. */
const words = new Set(
  `password passwort passw pass parola motdepasse contrasena senha wachtwoord haslo welcome welcometo willkommen bienvenue
  qwerty qwertyui qwertyuiop qwertz azerty asdf asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc
  admin administrator root superuser sysadmin user username guest test testing tester testtest demo sample temp temporary
  changeme change letmein letmeinnow login signin access secret secure security default master hello helloworld
  iloveyou loveyou love lovely sunshine princess prince dragon monkey shadow superman batman spiderman ironman starwars
  pokemon football baseball basketball soccer hockey tennis liverpool chelsea arsenal barcelona realmadrid juventus
  charlie michael jennifer jordan jessica daniel thomas robert ashley nicole hannah andrew joshua matthew amanda
  summer winter spring autumn fall january february march april june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday london paris berlin madrid america india canada
  company business office server database internet computer windows microsoft google facebook apple samsung android
  whatever trustno nothing freedom flower cookie banana cheese pepper ginger chocolate diamond silver golden purple
  orange yellow killer hunter ranger matrix ninja mustang ferrari porsche harley yamaha honda toyota mercedes corvette
  weather windborne balloon forecast forecasts observation observations radiosonde`.split(/\s+/),
);

const lookalikes = new Map(
  ['@a', '4a', '3e', '1i', '!i', '0o', '$s', '5s', '7t'].map((pair) => [pair[0], pair[1]]),
);

/** Guessers try `P@ssw0rd!23` for "password", so additions at the ends and lookalikes are undone first. */
function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  const withoutEnd = lower.replace(/[^a-z]+$/, '');
  const candidates = [withoutEnd, withoutEnd.replace(/^[^a-z]+/, ''), lower.replaceAll(/[^a-z]/g, '')];
  return candidates.some((text) => words.has(text) || words.has(spelledOut(text))) || isRun(lower);
}

const spelledOut = (text: string) =>
  [...text].map((character) => lookalikes.get(character) ?? character).join('');

/** A keyboard sequence, or one character again and again. */
const isRun = (text: string) =>
  /(.)\1{5,}/u.test(text) || /^(?=.{8,16}$).*(?:12345678|87654321|abcdefgh)/.test(text);
