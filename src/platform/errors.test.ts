import { expect, test } from 'vitest';
import { PublicError, refused, tooManyRequests } from './errors.ts';
import { errorDocument } from './http/error-handler.ts';

test.each([
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [61, '2 minutes'],
  [3599, '1 hour'],
  [3600, '1 hour'],
  [7201, '3 hours'],
])('a wait of %i s is written as %s and sent in Retry-After', (seconds, words) => {
  const error = tooManyRequests(seconds, 'Too many teapots.');
  expect(error.message).toBe(`Too many teapots. Please try again in ${words}.`);
  expect(error.headers).toEqual({ 'Retry-After': String(seconds) });
  expect(error.status).toBe(429);
});

test('an error keeps all its reasons; the first is the message', () => {
  const error = refused('bad-teapot', ['Too short', 'Too plain']);
  expect([error.status, error.code, error.message, error.messages]).toEqual([
    422,
    'bad-teapot',
    'Too short',
    ['Too short', 'Too plain'],
  ]);
});

test('an error page escapes all text', () => {
  const html = errorDocument(new PublicError(429, `<img src=x onerror="alert('1')"> & so on`, {}, '"><img>'));
  expect(html).not.toContain('<img');
  expect(html).toContain(
    'role="alert" data-code="&#34;&#62;&#60;img&#62;">&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62; &#38; so on<',
  );
});
