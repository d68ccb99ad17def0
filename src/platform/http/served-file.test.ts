import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { acceptedEncoding, servedFile, servedPage } from './served-file.ts';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip, deflate', 'gzip'],
  ['gzip, deflate, br, zstd', 'brotli'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0,gzip;q=0', undefined],
  ['BR', 'brotli'],
  ['gzip;q=0.5', 'gzip'],
  ['abracadabra', undefined],
])('Accept-Encoding %j gives %j', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding);
});

test('the ETag depends on the bytes', () => {
  const etag = (text: string) => servedFile('text/plain', text, 'no-cache').etag;
  expect(etag('tea')).toBe(etag('tea'));
  expect(etag('tea')).not.toBe(etag('coffee'));
  expect(etag('tea')).toMatch(/^W\/"[\w-]+"$/);
});

test('the first request gets a quick compression, later ones the best', async () => {
  const text = Array.from({ length: 2000 }, (_, index) => `${index * index} cups of tea`).join('\n');
  const page = servedPage('<p>', 4, `</p>${text}`);
  const file = servedFile('text/plain', text, 'no-cache');
  const fileBytes = async () => (await file.brotli!()).length;
  const pageBytes = async () => Buffer.concat((await page.brotli()).fill('slot')).length;
  for (const bytes of [fileBytes, pageBytes]) {
    const first = await bytes();
    await expect.poll(bytes, { timeout: 20_000 }).toBeLessThan(first);
  }
  expect(brotliDecompressSync(await file.brotli!()).toString()).toBe(text);
  expect(brotliDecompressSync(Buffer.concat((await page.brotli()).fill('slot'))).toString()).toBe(
    `<p>slot</p>${text}`,
  );
});

test('compressed formats are not compressed again', () => {
  expect(servedFile('font/woff2', 'bytes', 'no-cache').brotli).toBeUndefined();
  expect(servedFile('text/yaml; charset=utf-8', 'text', 'no-cache').brotli).toBeDefined();
});

test.each(['plain', 'brotli', 'gzip'] as const)(
  'answers with a page share its bytes, all but the slot: %s',
  async (encoding) => {
    const page = servedPage('<p>', 4, `</p>${'tea '.repeat(1000)}`);
    const made = page[encoding];
    const spliced = typeof made === 'function' ? await made() : made;
    const [one, other] = [spliced.fill('slot'), spliced.fill('tolS')];
    const own = one.filter((piece) => !other.includes(piece));
    expect(Buffer.concat(own).length).toBeLessThan(16);
  },
);
