import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyForms } from './key-format.ts';
import { isSecretFormat, newClientId, newSecret } from './key-secrets.ts';

const { secret: secretForm } = keyForms(['wb']);
const many = <T>(make: () => T) => Array.from({ length: 500 }, make);

test('a secret is wb_ and 32 letters and digits, and no two are the same', () => {
  const secrets = many(() => newSecret('wb'));
  for (const secret of secrets) expect(secret).toMatch(/^wb_[A-Za-z0-9]{32}$/);
  expect(new Set(secrets).size).toBe(secrets.length);
});

test('a client ID is wbc_ and 20 lowercase letters and digits, and no two are the same', () => {
  const ids = many(() => newClientId('wb'));
  for (const id of ids) expect(id).toMatch(/^wbc_[a-z0-9]{20}$/);
  expect(new Set(ids).size).toBe(ids.length);
});

test('every letter and digit occurs at every random place', () => {
  const seen = Array.from({ length: 26 }, () => new Set<string>());
  for (let round = 0; round < 3000; round++) {
    for (const [place, letter] of [...newSecret('wb').slice(3, 29)].entries()) seen[place]!.add(letter);
  }
  expect(seen.map((letters) => letters.size)).toEqual(Array(26).fill(62));
});

test("the provider's Python package takes both: its own checks before any request", () => {
  const [id, secret] = [newClientId('wb'), newSecret('wb')];
  expect(id).toMatch(/^[a-z0-9_]+$/);
  expect([32, 35]).not.toContain(id.length);
  expect([secret.startsWith('wb_'), secret.length]).toEqual([true, 35]);
});

test('the last six characters are a checksum that a secret scanner can compute', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  for (const secret of many(() => newSecret('wb'))) {
    const digest = createHash('sha256').update(secret.slice(0, 29)).digest();
    expect(secret.slice(29)).toBe([...digest.subarray(0, 6)].map((byte) => alphabet[byte % 62]).join(''));
    expect(isSecretFormat(secret, secretForm)).toBe(true);
  }
});

test('a secret with one character changed, added or removed is not a secret', () => {
  const secret = newSecret('wb');
  fc.assert(
    fc.property(fc.nat(34), fc.constantFrom(...'ABYZabyz0189_-'), (place, other) => {
      fc.pre(secret[place] !== other);
      expect(isSecretFormat(secret.slice(0, place) + other + secret.slice(place + 1), secretForm)).toBe(
        false,
      );
      expect(isSecretFormat(secret.slice(0, place) + other + secret.slice(place), secretForm)).toBe(false);
      expect(isSecretFormat(secret.slice(0, place) + secret.slice(place + 1), secretForm)).toBe(false);
    }),
  );
});

test('a secret may have any prefix of the provider and no other', () => {
  const { secret, clientId } = keyForms(['tea', 'wb']);
  for (const prefix of ['tea', 'wb']) {
    expect(isSecretFormat(newSecret(prefix), secret)).toBe(true);
    expect(newClientId(prefix)).toMatch(clientId);
  }
  for (const prefix of ['te', 'teaw', 'wbc', 'b'])
    expect(isSecretFormat(newSecret(prefix), secret)).toBe(false);
});
