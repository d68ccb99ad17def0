import fc from 'fast-check';

const escapes = ['%00', '%', '%zz', '%E0%A4%A', '%c0%ae', '%25%32%65', '..%2f..%2f', '%2e%2e/', '%F0%9F'];
const ways = ['..', '../../etc/passwd', '\\', '..\\', ';x', '//', '/', '#', '?'];
const code = [
  "' or 1=1--",
  '<img src=x onerror=alert(1)>',
  '{{7*7}}',
  '$(id)',
  '\r\nX-Injected: 1',
  '\x1b[2J',
];
const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '[object Object]', 'then'];
const words = ['null', 'undefined', 'true', 'NaN', 'Infinity', '-Infinity', 'latest', 'mean'];
const numbers = ['-0', '-1', '1e309', '1e-400', '0x10', '1_000', '1.7e308', '٣', '１', '9'.repeat(30)];
const edges = ['2147483648', '9007199254740993', '9223372036854775808', '-9223372036854775809'];
const days = ['0000-00-00', '2026-02-30', '0001-01-01', '-000001-01-01', '9999123123', '0000000000'];
const times = [
  '2026-13-01T25:61',
  '9999-12-31T23:59:59Z',
  '2026-11-15T00+99:99',
  '+275760-09-13T00:00:00.001Z',
];
const letters = ['', ' ', '\0', '\x7f', '\ud800', '\u202eevil', '\ufeff', '\u2028', 'İ', 'ß', '🌪️'];
const traps = [escapes, ways, code, names, words, numbers, edges, days, times, letters].flat();

const long = fc
  .tuple(
    fc.constantFrom('a', '%', '0', 'é', '../', '1,1;', '[', '\0', '%F0%9F'),
    fc.constantFrom(300, 5000, 17_000),
  )
  .map(([text, length]) => text.repeat(length / text.length));

/** Generates texts that have broken servers before, and random ones. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...traps) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary-ascii', maxLength: 200 }) },
  { weight: 1, arbitrary: fc.double().map(String) },
  { weight: 1, arbitrary: fc.bigInt().map(String) },
  { weight: 1, arbitrary: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()) },
  { weight: 1, arbitrary: long },
);

/** Generates JSON in shapes that are difficult for parsers and validators. */
export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(
    null,
    [],
    {},
    [[]],
    0,
    -1,
    1e308,
    2 ** 53,
    true,
    { length: -1 },
    { toString: 1 },
    { valueOf: 1 },
  ),
  fc.array(hostileText, { maxLength: 3 }),
  fc.dictionary(hostileText, hostileText, { maxKeys: 3 }),
);

/** Mostly generates valid values, so that input passes the first checks. */
export const mostly = <T>(right: fc.Arbitrary<T>, wrong: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 4, arbitrary: right }, { weight: 1, arbitrary: wrong });

export function often<T, U>(usual: T, other: fc.Arbitrary<U>): fc.Arbitrary<T | U> {
  return fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: other });
}
