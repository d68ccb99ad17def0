import { expect, test } from 'vitest';
import { sha256 } from '../platform/secrets.ts';
import { createTokenHash, newToken } from './token-format.ts';

const hashOf = createTokenHash(['wb', 'old']);

test('a token of any prefix has a hash, and every other text has none', () => {
  for (const prefix of ['wb', 'old'])
    for (const kind of ['access', 'refresh'] as const) {
      const token = newToken(prefix, kind);
      expect(hashOf(token)).toBe(sha256(token));
      // The checksum shows a mistyped one.
      expect(hashOf(token.slice(0, 10) + (token[10] === 'a' ? 'b' : 'a') + token.slice(11))).toBeUndefined();
    }
  expect(hashOf(newToken('xy', 'access'))).toBeUndefined();
  expect(hashOf('')).toBeUndefined();
  expect(hashOf(`${newToken('wb', 'access')}\n`)).toBeUndefined();
});

test('a token is neither a pair nor a signed token', () => {
  expect(newToken('wb', 'access')).toMatch(/^[\w]+$/);
});
