import fc from 'fast-check';

const get = 'GET /docs HTTP/1.1\r\nhost: localhost\r\n';
const post = (path: string, line: string) => `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${line}\r\n\r\n`;
const chunked = 'transfer-encoding: chunked';
const starts = ['', '\r\n\r\n', 'GET', 'GET /\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', 'get / http/1.1\r\n\r\n'];
const lines = [
  'GET  /  HTTP/1.1\r\n\r\n',
  'BREW / HTTP/1.1\r\n\r\n',
  'CONNECT localhost:1 HTTP/1.1\r\nhost: x\r\n\r\n',
];
const targets = ['*', 'http://evil.example/docs', '//evil.example', 'docs', '?x', '#', '/%00', '/\\..'].map(
  (target) => `GET ${target} HTTP/1.1\r\nhost: x\r\n\r\n`,
);
const heads = [
  '',
  'no-colon\r\n',
  ': empty\r\n',
  'a: b\r\n folded\r\n',
  'content-length: 1, 2\r\n',
  'host: b\r\n',
].map((line) => `${get}${line}\r\n`);
const upgrades = ['websocket', 'h2c'].map((what) => `${get}connection: upgrade\r\nupgrade: ${what}\r\n\r\n`);
const others = [
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'SSH-2.0-x\r\n',
];
const bodies = [
  `${post('/mcp', chunked)}fffffffffffffffff\r\n`,
  `${post('/mcp', `${chunked}, identity`)}0\r\n\r\n`,
  post('/users/sign_in', 'content-length: 99999999999999999999'),
  post('/users/sign_in', 'expect: 100-continue\r\ncontent-length: 5'),
];
const several = [
  `${get}\r\n${get}\r\n`,
  get.replaceAll('\r\n', '\n'),
  `${get}x: ${'y'.repeat(20_000)}\r\n\r\n`,
];
const openings = [starts, lines, targets, heads, upgrades, others, bodies, several].flat();

/** Bytes that need not be a request at all, one character each: as they are, cut, or with some changed. */
export const socketBytes: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...openings) },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...openings),
        fc.nat(200),
        fc.nat(5),
        fc.string({ unit: 'binary-ascii', maxLength: 5 }),
      )
      .map(([text, at, removed, added]) => text.slice(0, at) + added + text.slice(at + removed)),
  },
);
