import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseBasicAuth } from './credentials.ts';

const header = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

const anyCharacter = fc.nat(0xffff).map((code) => String.fromCharCode(code));

test('a client id and everything behind the first colon are read', () => {
  expect(parseBasicAuth(header('wbc_x:a:b'))).toEqual({ clientId: 'wbc_x', password: 'a:b' });
});

test('what was encoded is what is read, or nothing is', () => {
  const clientId = fc.stringMatching(/^[a-z0-9_]{1,64}$/);
  const password = fc.string({ unit: fc.constantFrom(...'aZ09_.:/+ é漢🌩'), minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(clientId, password, (id, secret) => {
      expect(parseBasicAuth(header(`${id}:${secret}`))).toEqual({ clientId: id, password: secret });
    }),
  );
});

test('any text is read as a plain client id with a bounded password, or as nothing', () => {
  const anything = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.string({ unit: anyCharacter }).map(header),
    fc.base64String().map((text) => `Basic ${text}`),
  );
  fc.assert(
    fc.property(anything, (text) => {
      const credentials = parseBasicAuth(text);
      if (!credentials) return;
      expect(credentials.clientId).toMatch(/^[a-z0-9_]{1,64}$/);
      expect(credentials.password.length).toBeGreaterThan(0);
    }),
  );
});

test.each([
  ['nothing', undefined],
  ['no colon', header('wbc_x')],
  ['an empty password', header('wbc_x:')],
  ['an empty user', header(':secret')],
  ['a user in capitals', header('WBC_X:secret')],
  ['a user of 65 characters', header(`${'x'.repeat(65)}:secret`)],
  ['another scheme', header('wbc_x:secret').replace('Basic', 'Digest')],
  ['two of them', `${header('wbc_x:secret')}, ${header('wbc_y:secret')}`],
  ['a password over 4 kB', header(`wbc_x:${'x'.repeat(4097)}`)],
  ['a password over 4 kB in bytes of more than one', header(`wbc_x:${'é'.repeat(2100)}`)],
])('%s is no credentials', (_, given) => {
  expect(parseBasicAuth(given)).toBeUndefined();
});

test('a password of 4 kB is read', () => {
  expect(parseBasicAuth(header(`wbc_x:${'x'.repeat(4096)}`))?.password).toHaveLength(4096);
});
