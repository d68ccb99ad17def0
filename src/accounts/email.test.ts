import { expect, test } from 'vitest';
import { isEmail, normalizeEmail } from './email.ts';

test.each([
  'a@b.cd',
  'nimbo.stratus+portal@mail.teapot.example',
  "o'neill@teapot.example",
  'grüße@täapot.example',
])('%s is an address', (email) => expect(isEmail(email)).toBe(true));

test.each([
  '',
  'nobody',
  '@teapot.example',
  'a@',
  'a@teapot',
  'a@.example',
  'a@teapot.',
  'a@teapot..example',
  'a@b@teapot.example',
  'a b@teapot.example',
  'a@teapot.example\r\nBcc: all@teapot.example',
  'a@teapot.example\nx',
  'a\0@teapot.example',
  'a@teapot.example,b@teapot.example',
  'a@teapot.example;b@teapot.example',
  'A <a@teapot.example>',
  '"a b"@teapot.example',
  'a\u202e@teapot.example',
  `${'a'.repeat(250)}@b.cd`,
])('%j is not', (email) => expect(isEmail(email)).toBe(false));

test('case and surrounding blanks make no other address', () => {
  expect(normalizeEmail('  Nimbo@Teapot.Example ')).toBe('nimbo@teapot.example');
});
