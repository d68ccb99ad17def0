import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isSameText, loadOrCreateSecretKey, randomSecret, Secrets } from './secrets.ts';

const [older, newer] = [randomSecret(), randomSecret()];

test('a signature is valid only for its key and purpose', () => {
  const secrets = new Secrets([older]);
  const signature = secrets.sign('letters', 'hello');
  expect(secrets.isSigned('letters', 'hello', signature)).toBe(true);
  expect(secrets.isSigned('letters', 'hullo', signature)).toBe(false);
  expect(secrets.isSigned('parcels', 'hello', signature)).toBe(false);
  expect(new Secrets([newer]).isSigned('letters', 'hello', signature)).toBe(false);
  expect(secrets.isSigned('letters', 'hello', '')).toBe(false);
});

test('after a rotation old values can be read, and new ones use the new key', () => {
  const before = new Secrets([older]);
  const after = new Secrets([newer, older]);
  const signature = before.sign('letters', 'hello');
  const sealed = before.encrypt('letters', 'row 1', 'hello');
  expect(after.isSigned('letters', 'hello', signature)).toBe(true);
  expect(after.decrypt('letters', 'row 1', sealed)).toBe('hello');
  expect(before.isSigned('letters', 'hello', after.sign('letters', 'hello'))).toBe(false);
  expect(() => before.decrypt('letters', 'row 1', after.encrypt('letters', 'row 1', 'hello'))).toThrow(
    'no longer in SECRET_KEY',
  );
});

test('an encrypted text can be decrypted only in its context, and only if complete', () => {
  const secrets = new Secrets([older]);
  const sealed = secrets.encrypt('letters', 'row 1', 'grüße ☁');
  expect(secrets.decrypt('letters', 'row 1', sealed)).toBe('grüße ☁');
  expect(() => secrets.decrypt('letters', 'row 2', sealed)).toThrow();
  expect(() => secrets.decrypt('parcels', 'row 1', sealed)).toThrow();
  const [id, nonce, tag, data] = sealed.split('.') as [string, string, string, string];
  expect(() => secrets.decrypt('letters', 'row 1', [id, nonce, tag.slice(0, 6), data].join('.'))).toThrow();
  expect(() => secrets.decrypt('letters', 'row 1', [id, nonce, tag].join('.'))).toThrow(
    'Not an encrypted text',
  );
});

test('the same text is encrypted differently each time', () => {
  const secrets = new Secrets([older]);
  expect(secrets.encrypt('letters', 'row 1', 'hello')).not.toBe(secrets.encrypt('letters', 'row 1', 'hello'));
});

test('a generated key is kept in a file that only its owner can read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-secret-'));
  const dataDir = join(folder, 'data');
  const first = loadOrCreateSecretKey(dataDir);
  expect(first).toHaveLength(43);
  expect(loadOrCreateSecretKey(dataDir)).toBe(first);
  expect(readFileSync(join(dataDir, 'secret-key'), 'utf8').trim()).toBe(first);
  expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  expect(readdirSync(dataDir)).toEqual(['secret-key']);
  rmSync(folder, { recursive: true });
});

test('an empty key file stops the start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-secrets-'));
  writeFileSync(join(folder, 'secret-key'), '\n');
  expect(() => loadOrCreateSecretKey(folder)).toThrow(/secret-key contains no key: restore it from a backup/);
  rmSync(folder, { recursive: true });
});

test('texts of different lengths are different', () => {
  expect([
    isSameText('abc', 'abc'),
    isSameText('abc', 'abd'),
    isSameText('abc', 'abcd'),
    isSameText('', ''),
  ]).toEqual([true, false, false, true]);
});
