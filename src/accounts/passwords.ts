import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { isCommonPassword } from './common-passwords.ts';
import { isPasswordTooLong, passwordLengthMax, unmetPasswordRules } from './password-policy.ts';

export interface PasswordCost {
  /** In KiB. */
  memory: number;
  passes: number;
}

/** argon2id: 19 MiB, two passes. Raising these upgrades every password at its next sign-in. */
export const passwordCost: PasswordCost = { memory: 19_456, passes: 2 };

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
export function passwordComplaints(password: string, confirmation: string, email: string): string[] {
  const complaints = unmetPasswordRules(password).map(
    (rule) => `Password needs: ${rule.label.toLowerCase()}`,
  );
  if (isPasswordTooLong(password))
    complaints.push(`Password must be at most ${passwordLengthMax} characters`);
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
