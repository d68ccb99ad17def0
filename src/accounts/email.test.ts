import { expect, test } from 'vitest';
import { isEmail, normalizeEmail, parseEmail } from './email.ts';

test.each([
  'a@b.cd',
  'nimbo.stratus+portal@mail.teapot.example',
  "o'neill@teapot.example",
  'grüße@täapot.example',
  'a@teapot.example.',
  'a@_dmarc.teapot.example',
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
  'a@teapot.example/x',
  'a@teapot.example?x.y',
  'a@teapot.example#x.y',
  'a@teapot%2eexample.cd',
  'a@127.0.0.1',
  'a@0x7f.1',
  'a@teapot.example..',
  'a@\u2100.example',
  `${'a'.repeat(250)}@b.cd`,
])('%j is not', (email) => expect(isEmail(email)).toBe(false));

test.each([
  'nimbo@täapot.example',
  'Nimbo@TÄAPOT.Example',
  'nimbo@ta\u0308apot.example',
  'nimbo@xn--tapot-gra.example',
  'nimbo@täapot.example.',
  'nimbo@täapot\u3002example',
  'nimbo@täapot\uff0eexample',
])('%s is one mailbox, however it is spelled', (email) => {
  expect(parseEmail(email)).toBe('nimbo@xn--tapot-gra.example');
});

test('the name before the @ stays as it is, in one of the two forms of its accents', () => {
  expect(parseEmail('gru\u0308ße@teapot.example')).toBe('grüße@teapot.example');
  expect(parseEmail('n.i+m@teapot.example')).toBe('n.i+m@teapot.example');
});

test('a long address takes no longer than a short one', () => {
  const began = process.cpuUsage();
  for (const long of ['ä', 'ä.', '-', 'a.', '.', '@', 'xn--'].map((part) => `a@${part.repeat(15_000)}`))
    expect(isEmail(long)).toBe(false);
  expect(process.cpuUsage(began).user).toBeLessThan(50_000);
});

test("case and surrounding blanks don't matter", () => {
  expect(normalizeEmail('  Nimbo@Teapot.Example ')).toBe('nimbo@teapot.example');
});
