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

/** The sentences that tell a person what is wrong; none when the password may be used. */
export function findPasswordProblems(password: string, confirmation: string, email: string): string[] {
  const complaints = unmetPasswordRules(password).map(
    (rule) => `Password needs: ${rule.label.toLowerCase()}`,
  );
  if (isPasswordTooLong(password))
    complaints.push(`Password must be at most ${maxPasswordLength} characters`);
  if (password !== confirmation) complaints.push('Passwords do not match');
  if (complaints.length > 0) return complaints;
  if (isCommonPassword(password))
    return ['This password is one of the first that anyone would try. Please choose another'];
  if (namesOwner(password, email)) return ['The password must not be your e-mail address or its name'];
  return [];
}

/** Digits and symbols put between or behind make it no other name. */
function namesOwner(password: string, email: string): boolean {
  const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
  const name = email.split('@')[0]!;
  return letters(password) === letters(email) || (name.length >= 4 && letters(password) === letters(name));
}

function parseHash(text: string) {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(text);
  if (!match) throw new Error('Not an argon2id hash');
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number];
  return {
    memory,
    passes,
    parallelism,
    salt: Buffer.from(match[4]!, 'base64'),
    tag: Buffer.from(match[5]!, 'base64'),
  };
}

const formatHash = ({ memory, passes }: PasswordCost, salt: Buffer, tag: Buffer) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`;

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/** Of no password that anybody knows; made without hashing. */
export const unknownPasswordHash = (cost = passwordCost) =>
  formatHash(cost, randomBytes(16), randomBytes(tagLength));

/** Hashing is heavy on purpose, and compression shares its threads: one core stays free for everyone else. */
const maxRunning = Math.min(2, Math.max(1, availableParallelism() - 1));
/** About a second of work. */
const maxWaiting = 20;
const retryAfterSeconds = 5;
/** As many tries as an address has before it has to wait. */
const newGroups = { maxTries: 5, windowMs: 15 * 60_000, maxWaiting: 10 };

interface QueuePlace {
  /** The client's address: the queue is fair between networks. */
  address: string;
  /** Before everyone else. */
  isAhead?: boolean;
}

/** Passwords are hashed a few at a time. Ahead of everyone goes who is known to own the account. */
export class HashingQueue {
  readonly #cost;
  readonly #limiter: FairLimiter;
  /** Made beforehand, so that the first unknown address costs no more than the next. */
  readonly #nobodysHash;

  constructor(cost = passwordCost, now = Date.now) {
    this.#cost = cost;
    const bounds = { maxWaiting, busy };
    this.#limiter = new FairLimiter({ maxRunning, bounds, newGroups: { ...newGroups, now } });
    this.#nobodysHash = unknownPasswordHash(cost);
  }

  hash(place: QueuePlace, password: string): Promise<string> {
    return this.#run(place, () => hashPassword(password, this.#cost));
  }

  /** Takes the same time whether there is an account behind the address or not. */
  async isPassword(place: QueuePlace, password: string, storedHash: string | undefined): Promise<boolean> {
    const checked = storedHash ?? this.#nobodysHash;
    const isRight = await this.#run(place, () => isPassword(password, checked));
    return isRight && storedHash !== undefined;
  }

  isOutdated = (storedHash: string) => isHashOutdated(storedHash, this.#cost);

  #run<T>({ address, isAhead = false }: QueuePlace, work: () => Promise<T>): Promise<T> {
    return this.#limiter.run(networkPath(address), work, { hasPriority: isAhead });
  }
}

const busy = () =>
  new PublicError(
    503,
    `Many people are signing in right now. Please try again in ${retryAfterSeconds} seconds.`,
    {
      'Retry-After': String(retryAfterSeconds),
    },
  );

/** Words that the lists of leaked passwords are made of, as they are left when digits and symbols are taken off. */
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

const lookalikes: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};

/** `P@ssw0rd!23` is "password" to anyone who guesses: take off what was added at the ends, undo the lookalikes. */
function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  const withoutEnd = lower.replace(/[^a-z]+$/, '');
  const candidates = [withoutEnd, withoutEnd.replace(/^[^a-z]+/, ''), lower.replaceAll(/[^a-z]/g, '')];
  return candidates.some((text) => words.has(text) || words.has(spelledOut(text))) || isRun(lower);
}

const spelledOut = (text: string) =>
  [...text].map((character) => lookalikes[character] ?? character).join('');

/** Little but a run of the keyboard or one character over and over. */
const isRun = (text: string) =>
  /(.)\1{5,}/u.test(text) || /^(?=.{8,16}$).*(?:12345678|87654321|abcdefgh)/.test(text);
