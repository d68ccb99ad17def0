import fc from 'fast-check';
import { hostileText } from './hostile-text.ts';

type Header = [name: string, value: string];

const one = (name: string, ...values: string[]): fc.Arbitrary<Header> =>
  fc.tuple(fc.constant(name), fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...values) }, hostileText));

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const token = (header: object, claims: object) =>
  [header, claims, 'signature']
    .map((part) => Buffer.from(typeof part === 'string' ? part : JSON.stringify(part)).toString('base64url'))
    .join('.');

const oddPairs = [':', 'a', 'a:', ':b', 'a:b:c', '\0:\0', 'wbc_nobody:wb_wrong', `a:${'x'.repeat(5000)}`];
const oddTokens = [{ alg: 'none' }, { alg: 'HS512' }, { alg: 'HS256', kid: '../../x' }, []].map(
  (header) => `wbc_nobody:${token(header, { client_id: 'wbc_nobody', iat: 1e308, exp: 'x' })}`,
);
const oddSchemes = [
  '',
  'Basic',
  'Basic ',
  'Basic ====',
  'Basic {{secret}}',
  'Bearer {{secret}}',
  'Negotiate',
];
const authorization = one('authorization', ...oddSchemes, ...[...oddPairs, ...oddTokens].map(basic));

const cookie = one(
  'cookie',
  ...[
    'visitor=',
    `visitor=${'a'.repeat(43)}`,
    'visitor=x; visitor=y',
    '; ; ;',
    'visitor',
    '__Host-visitor=x',
  ],
);

const address = '1.2.3.4';
const known = fc.oneof(
  authorization,
  cookie,
  one('x-csrf-token', '', 'x', 'x'.repeat(95), `1.${'A'.repeat(86)}`),
  one('accept', '*/*', 'text/html', 'text/markdown', 'application/json;q=0', 'text/event-stream', ',;q=,'),
  one('accept-encoding', 'br', 'gzip, br;q=0', 'identity;q=0, *;q=0', 'zstd', ';;;'),
  one('if-none-match', '*', '""', 'W/"x"', '"a", "b'),
  one('if-modified-since', 'Thu, 01 Jan 1970 00:00:00 GMT', 'yesterday'),
  one('range', 'bytes=0-0', 'bytes=-1', 'bytes=9-1', 'bytes=0-,0-,0-'),
  one('host', 'localhost', 'evil.example', '[::1]', '[', 'a b', 'localhost:99999', ''),
  one('origin', 'null', 'https://evil.example', 'http://', 'http://localhost'),
  one('referer', 'https://evil.example/', '//'),
  one('sec-fetch-site', 'cross-site', 'same-origin', 'none', ''),
  one('x-forwarded-for', address, `${address}, ::1`, '::ffff:127.0.0.1', 'unknown', ','.repeat(500)),
  one('x-forwarded-host', 'evil.example'),
  one('x-forwarded-proto', 'https', 'javascript'),
  one('forwarded', 'for=1.2.3.4;host=evil.example', 'for="[::'),
  one('expect', '100-continue', '200-ok'),
  one('upgrade', 'websocket', 'h2c', 'TLS/1.0'),
  one('x-http-method-override', 'DELETE', 'TRACE'),
  one('x-client-id', '{{client_id}}'),
  one('x-api-key', '{{secret}}', '__proto__'),
  one('last-event-id', '1', '-1'),
  one('mcp-protocol-version', '2026-07-28', '2025-11-25', '1999-01-01'),
  one('mcp-session-id', 'x'),
  one('content-encoding', 'gzip', 'br', 'identity'),
  fc.tuple(fc.stringMatching(/^[a-z-]{1,20}$/), hostileText),
);

/** Describes the request that a gateway asks about, in each of the accepted ways. */
const asked = (prefix: string): fc.Arbitrary<Header[]> =>
  fc.tuple(
    one(`${prefix}-method`, 'GET', 'HEAD', 'DELETE', 'get'),
    one(
      `${prefix}-uri`,
      '/api/v1/points',
      '/api/v1/points?x',
      '/api/v1/gridded/FULL',
      '/api/v1//points',
      'points',
    ),
  );

export const hostileHeaders: fc.Arbitrary<Header[]> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Header[]>([]) },
  { weight: 4, arbitrary: fc.array(known, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.oneof(asked('x-original'), asked('x-forwarded')) },
  {
    weight: 1,
    arbitrary: fc.array(fc.tuple(fc.constant('x-many'), hostileText), { minLength: 50, maxLength: 120 }),
  },
);
