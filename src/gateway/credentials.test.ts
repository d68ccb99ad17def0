import { createHmac, createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isTokenFormat } from '../keys/key-format.ts';
import { checkToken, openToken, parseBasicAuth } from './credentials.ts';

const header = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;

const anyCharacter = fc.nat(0xffff).map((code) => String.fromCharCode(code));

test('the client ID ends at the first colon', () => {
  expect(parseBasicAuth(header('wbc_x:a:b'))).toEqual({ clientId: 'wbc_x', password: 'a:b' });
});

test('valid credentials are read as they were encoded', () => {
  const clientId = fc.stringMatching(/^[a-z0-9_]{1,64}$/);
  const password = fc.string({ unit: fc.constantFrom(...'aZ09_.:/+ é漢🌩'), minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(clientId, password, (id, secret) => {
      expect(parseBasicAuth(header(`${id}:${secret}`))).toEqual({ clientId: id, password: secret });
    }),
  );
});

test('any text gives a valid client ID with a bounded password, or nothing', () => {
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

const secret = 'wb_0123456789abcdefghijklmnopqrstuv';
const key = createSecretKey(secret, 'utf8');
const clientId = 'wbc_cumulonimbus';
const nowSeconds = 1_800_000_000;
const isValid = (token: string) => checkToken(openToken(token, key), clientId, nowSeconds * 1000) === 'valid';

const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
const sign = (text: string) => `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
const tokenOf = (claims: unknown, header: unknown = { alg: 'HS256', typ: 'JWT' }) =>
  sign(`${encode(header)}.${encode(claims)}`);
const good = tokenOf({ client_id: clientId, iat: nowSeconds });

describe('a signed token', () => {
  test('from the Python package is valid and has the right format', () => {
    expect([isValid(good), isTokenFormat(good)]).toEqual([true, true]);
  });

  test('from a wrong clock reports the minutes if its signature is right', () => {
    const at = (seconds: number) =>
      checkToken(
        openToken(tokenOf({ client_id: clientId, iat: nowSeconds + seconds }), key),
        clientId,
        nowSeconds * 1000,
      );
    expect([at(420), at(-3600)]).toEqual([{ minutesOff: 7 }, { minutesOff: -60 }]);
    const forged = good.slice(0, -3).concat('AAA');
    expect(checkToken(openToken(forged, key), clientId, nowSeconds * 1000 + 3_600_000)).toBe('foreign');
  });

  test('is invalid if any one character differs', () => {
    const character = fc.constantFrom(...'ABCXYZabcxyz0189-_.=+/ é\0');
    fc.assert(
      fc.property(fc.nat(good.length - 1), character, (index, other) => {
        fc.pre(good[index] !== other);
        expect(isValid(good.slice(0, index) + other + good.slice(index + 1))).toBe(false);
      }),
    );
  });

  test('is invalid with anything before, after or between its parts', () => {
    fc.assert(
      fc.property(
        fc.nat(good.length),
        fc.string({ unit: anyCharacter, minLength: 1, maxLength: 8 }),
        (index, more) => {
          expect(isValid(good.slice(0, index) + more + good.slice(index))).toBe(false);
        },
      ),
    );
  });

  test('is never an unsigned text', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(isValid(text)).toBe(false);
      }),
    );
    const part = fc.base64String();
    fc.assert(
      fc.property(part, part, part, (header, claims, signature) => {
        expect(isValid(`${header}.${claims}.${signature}`)).toBe(false);
      }),
    );
  });

  test('is valid for exactly five minutes before and after, whatever the second', () => {
    fc.assert(
      fc.property(fc.integer({ min: -900, max: 900 }), (offset) => {
        const token = tokenOf({ client_id: clientId, iat: nowSeconds + offset });
        expect(isValid(token)).toBe(Math.abs(offset) <= 300);
      }),
    );
  });

  test('that is signed well, with any JSON for claims and header, never throws and is valid only with the right ones', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(isValid(tokenOf(value))).toBe(false);
        expect(isValid(tokenOf({ client_id: clientId, iat: nowSeconds }, value))).toBe(false);
        const own = JSON.stringify(value) === JSON.stringify(nowSeconds);
        expect(isValid(tokenOf({ client_id: clientId, iat: value }))).toBe(own || isNear(value));
      }),
    );
  });

  test('whose parts are signed but are not JSON is invalid', () => {
    fc.assert(
      fc.property(fc.base64String(), (part) => {
        expect(isValid(sign(`${part}.${part}`))).toBe(false);
      }),
    );
  });

  test('is valid for its own client ID alone', () => {
    expect(checkToken(openToken(good, key), 'wbc_other', nowSeconds * 1000)).toBe('bad');
    const proto = Buffer.from(`{"__proto__":{"client_id":"${clientId}","iat":${nowSeconds}}}`).toString(
      'base64url',
    );
    expect(isValid(sign(`${encode({ alg: 'HS256' })}.${proto}`))).toBe(false);
  });
});

const isNear = (value: unknown) => typeof value === 'number' && Math.abs(value - nowSeconds) <= 300;
