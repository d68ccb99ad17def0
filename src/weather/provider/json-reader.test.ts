import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inSlices } from '../../platform/long-work.ts';
import { JsonError, readJson } from './json-reader.ts';

const read = (text: string) => inSlices(readJson(text));

test('accepts what JSON.parse accepts', async () => {
  const indents = fc.constantFrom(undefined, ' ', '\t', '\r\n'.slice(1));
  await fc.assert(
    fc.asyncProperty(fc.json({ depthSize: 'small' }), indents, async (json, indent) => {
      const text = JSON.stringify(JSON.parse(json), undefined, indent);
      if (text.includes('__proto__') || /\d{16}/.test(text)) return;
      expect(await read(text)).toEqual(JSON.parse(text));
    }),
  );
});

test('rejects what JSON.parse rejects, wherever a text is cut, doubled or changed', async () => {
  const whole = '{"a":[1,-2.5e3,"x\\n\\u0041",{}],"b":null,"c":{"d":[[],true,false]}}';
  const signs = fc.constantFrom(...'{}[],:"\\-.e0 \u0001x');
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length), signs, fc.boolean(), async (at, sign, isCut) => {
      const text = isCut ? whole.slice(0, at) : whole.slice(0, at) + sign + whole.slice(at + 1);
      let parsed: unknown;
      try {
        parsed = JSON.parse(text);
      } catch {
        await expect(read(text)).rejects.toBeInstanceOf(JsonError);
        return;
      }
      expect(await read(text)).toEqual(parsed);
    }),
    { numRuns: 1000 },
  );
});

test('keeps every digit of a 64-bit integer', async () => {
  expect(await read('[1733032805000000001, -9223372036854775808, 0.12345678901234568, 5]')).toEqual([
    1733032805000000001n,
    -9223372036854775808n,
    0.12345678901234568,
    5,
  ]);
});

test.each([
  ['nested 17 deep', '['.repeat(17) + ']'.repeat(17)],
  ['more than 500,000 values', `[${'0,'.repeat(500_000)}0]`],
  ['more than 10,000 fields', `{${Array.from({ length: 10_002 }, (_, n) => `"k${n}":0`).join(',')}}`],
  ['a text of more than 100,000 characters', `"${'x'.repeat(100_000)}"`],
  ['a number of 41 digits', '1'.repeat(41)],
  ['a field that changes what an object inherits', '{"__proto__":{"x":1}}'],
])('refuses %s', async (_what, text) => {
  await expect(read(text)).rejects.toBeInstanceOf(JsonError);
});
