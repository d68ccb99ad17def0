import { describe, expect, test } from 'vitest';
import { linkMinutes } from './contract.ts';
import { emailLimits } from './limits.ts';
import { maxPasswordLength, passwordRules, unmetPasswordRules } from './password-policy.ts';
import { findPasswordProblems, HashingQueue, hashPassword, isHashOutdated, isPassword } from './passwords.ts';

const known = { email: 'nimbo.stratus@teapot.example', providerName: 'Teapot Weather' };
const problems = (password: string, password_confirmation = password) =>
  findPasswordProblems({ password, password_confirmation }, known);

describe('rules', () => {
  test.each([
    ['Ab1-xyz', ['length']],
    ['ab1-xyzw', ['uppercase']],
    ['AB1-XYZW', ['lowercase']],
    ['Abc-xyzw', ['number']],
    ['Abc1xyzw', ['special']],
    ['', ['length', 'uppercase', 'lowercase', 'number', 'special']],
    ['Ab1-xyzw', []],
    ['Üb1-xyzw', []],
    ['Ab1-🌦🌦🌦🌦', []],
    ['Ab1-🌦🌦🌦', ['length']],
  ])('%j lacks %j', (password, lacks) => {
    expect(unmetPasswordRules(password).map((rule) => rule.id)).toEqual(lacks);
  });

  test('every printable ASCII symbol is a special character', () => {
    const special = passwordRules.find((rule) => rule.id === 'special')!;
    const symbols = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'];
    expect(symbols.filter((symbol) => special.isMet(`Abcdefg1${symbol}`))).toEqual(symbols);
    expect(special.isMet('Abcdefg1 é')).toBe(false);
  });

  test('each unmet rule is listed', () => {
    expect(problems('abc')).toEqual([
      'Password needs: at least 8 characters',
      'Password needs: one uppercase letter',
      'Password needs: one number',
      'Password needs: one special character',
    ]);
  });

  test('the confirmation must match exactly', () => {
    expect(problems('Kelvin-Helmholtz-4', 'Kelvin-Helmholtz-4 ')).toEqual(['Passwords do not match']);
  });

  test('128 characters are allowed, 129 are not', () => {
    const long = 'Kelvin-4'.padEnd(maxPasswordLength, 'xyz');
    expect(problems(long)).toEqual([]);
    expect(problems(`${long}x`)).toEqual(['Password can have at most 128 characters']);
  });

  test.each([
    'Password1!',
    'P@ssw0rd!23',
    'Qwerty123!',
    'Letmein1!',
    'Summer2024!',
    '!1Welcome',
    'Passw0rd-2025',
    'Aaaaaaa1!',
    'Aa12345678!',
    'TeapotWeather1!',
    '1Te@p0tWeather!',
  ])('%s is easy to guess', (password) => expect(problems(password)[0]).toMatch('easy to guess'));

  test.each([
    'Nimbo.Stratus1',
    'NimboStratus-2026!',
    'Nimbo.Stratus@Teapot.Example1',
    'Nimbo.stratus@teapot.example-1',
  ])('%s is like the email address', (password) =>
    expect(problems(password)[0]).toMatch('your email address or its name'),
  );

  test.each([
    'Cirrus-9-over-Boston',
    'correct Horse 7 battery!',
    ' Kelvin-Helmholtz-4 ',
    'Nimbo-likes-42-teapots',
    'Ünïcödé-🌦-1a',
  ])('%j may be used', (password) => expect(problems(password)).toEqual([]));
});

describe('hashes', () => {
  test('contain their parameters and a unique salt', async () => {
    const [one, other] = await Promise.all([hashPassword('tea'), hashPassword('tea')]);
    const [, memory, passes, lanes] =
      /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$[\w+/]{22}\$[\w+/]{43}$/.exec(one)!;
    expect(Number(memory)).toBeGreaterThanOrEqual(19 * 1024);
    expect(Number(passes)).toBeGreaterThanOrEqual(2);
    expect(Number(lanes)).toBe(1);
    expect(other).not.toBe(one);
  });

  test('match their password exactly: nothing is trimmed, folded or cut', async () => {
    const password = ` Ünïcödé-🌦-${'x'.repeat(110)}1 `;
    const hash = await hashPassword(password);
    expect(await isPassword(password, hash)).toBe(true);
    for (const other of [
      password.trim(),
      password.toLowerCase(),
      password.slice(0, -1),
      password.slice(0, 72),
      password.normalize('NFD'),
    ]) {
      expect(await isPassword(other, hash)).toBe(false);
    }
  });

  test('made with other parameters are outdated', async () => {
    const hash = await hashPassword('tea');
    expect(isHashOutdated(hash)).toBe(false);
    for (const cost of ['m=9728,t=2,p=1', 'm=19456,t=1,p=1', 'm=19456,t=2,p=2']) {
      expect(isHashOutdated(hash.replace('m=19456,t=2,p=1', cost))).toBe(true);
    }
  });
});

test('requesting links for another person until none is sent leaves one that works', () => {
  expect(emailLimits.resets.windowSeconds).toBeLessThanOrEqual(linkMinutes * 60);
});

const network = { address: '203.0.113.7' };

test('a portal hashes with the full cost', async () => {
  const hashing = new HashingQueue();
  const hash = await hashing.hash(network, 'tea');
  expect(isHashOutdated(hash)).toBe(false);
  expect(await hashing.isPassword(network, 'tea', hash)).toBe(true);
});

test('hashes of a cheaper queue are outdated for others', async () => {
  const quick = new HashingQueue({ memory: 64, passes: 1 });
  const hash = await quick.hash(network, 'tea');
  expect(await quick.isPassword(network, 'tea', hash)).toBe(true);
  expect(quick.isOutdated(hash)).toBe(false);
  expect(new HashingQueue().isOutdated(hash)).toBe(true);
});

test('an unknown account has no password', async () => {
  const hashing = new HashingQueue({ memory: 64, passes: 1 });
  expect(await hashing.isPassword(network, '', undefined)).toBe(false);
  expect(await hashing.isPassword(network, 'Cirrus-9-over-Boston', undefined)).toBe(false);
});
