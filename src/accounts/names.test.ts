import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanName, isNameTooLong } from './names.ts';

test.each([
  ['  Alto   Cumulus ', 'Alto Cumulus'],
  ['Alto\r\nBcc: all@teapot.example', 'Alto Bcc: all@teapot.example'],
  ['Alto\u202e sulumuC', 'Alto sulumuC'],
  ['\u2066Alto\u2069\u200f', 'Alto'],
  ['Alto\0\x1b[31m', 'Alto [31m'],
  ['\u200b\u00ad', ''],
  ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
  ['José Ñandú 李雷 ياسمين', 'José Ñandú 李雷 ياسمين'],
  ['می\u200cخواهم 👩🏽\u200d🚀 ❤️\u200d🔥', 'می\u200cخواهم 👩🏽\u200d🚀 ❤️\u200d🔥'],
  ['\u200dAlto\u200c \u200dCumulus\u200c', 'Alto Cumulus'],
  ['Alto\u200d\u200b\u200dCumulus\u200c\u200cNimbus', 'Alto Cumulus Nimbus'],
  ['\u200c\u200d', ''],
])('%j is kept as %j', (given, kept) => {
  expect(cleanName(given)).toBe(kept);
});

test('any input becomes one line that reads in one direction', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (given) => {
      const withoutJoiners = cleanName(given).replaceAll(/(?<=\S)[\u200c\u200d](?=\S)/gu, '');
      expect(withoutJoiners).not.toMatch(/[\p{Cc}\p{Cf}\p{Bidi_Control}\u2028\u2029]/u);
      expect(cleanName(cleanName(given))).toBe(cleanName(given));
    }),
  );
});

test('a name of a hundred characters of any kind is not too long', () => {
  expect(isNameTooLong('🌦'.repeat(100))).toBe(false);
  expect(isNameTooLong('a'.repeat(101))).toBe(true);
});
