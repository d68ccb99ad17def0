import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { basePaths, dataFile } from '../../../src/urls.ts';
import { engineMissing } from '../../helpers/database.ts';
import { startPortal, type TestPortal } from '../../helpers/portal.ts';
import { listen, rawRequest } from '../../helpers/raw-http.ts';

describe.skipIf(engineMissing)('data files', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startPortal();
  });
  afterAll(() => portal.close());

  const get = (url: string, headers: Record<string, string> = {}) => portal.server.inject({ url, headers });

  test.each(basePaths)('are YAML text under %s, with the configured hosts in it', async (base) => {
    const answer = await get(`${base}/data/endpoints/teapots.yaml`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/yaml; charset=utf-8');
    expect(answer.body).toContain("full_url: 'http://localhost:3000/api/v1/teapots'");
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  test('are the same in every encoding, and need not be sent twice', async () => {
    const url = dataFile('guides', 'brewing.yaml');
    const [plain, brotli, gzip] = await Promise.all([
      get(url),
      get(url, { 'accept-encoding': 'br' }),
      get(url, { 'accept-encoding': 'gzip' }),
    ]);
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    const again = await get(url, { 'if-none-match': String(plain.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  const climbing = [
    'guides/../site.yaml',
    'guides/..%2fsite.yaml',
    'guides/..%2Fsite.yaml',
    'guides/%2e%2e/site.yaml',
    'guides/%2e%2e%2fsite.yaml',
    'guides/..%5csite.yaml',
    'guides/..%252fsite.yaml',
    '..%2f..%2f..%2f/package.json',
    '%2e%2e/site.yaml',
    './site.yaml',
    'guides/%2fetc%2fpasswd',
    'guides//etc/passwd',
    'guides/brewing.yaml%00',
    'guides/%00',
    'guides/brewing.yaml%00.yaml',
    'guides/brewing.yaml/',
    'guides/BREWING.yaml',
    'guides/',
    'guides',
    '__proto__/constructor',
    `guides/${'x'.repeat(5000)}`,
  ];

  describe.each(basePaths)('a name under %s that is not one of theirs is not found', (base) => {
    test.each(climbing)('%s', async (path) => {
      const answer = await get(`${base}/data/${path}`);
      expect(answer.statusCode).toBe(404);
      expect(answer.json().error).toBe('Not found');
    });
  });

  test('a path with dots, sent unchanged, does not leave the folder either', async () => {
    const port = await listen(portal);
    const status = async (path: string) => (await rawRequest(port, { path })).status;
    expect(await status(dataFile('guides', 'brewing.yaml'))).toBe(200);
    expect(await status(dataFile('guides', '../site.yaml'))).toBe(404);
    expect(await status(dataFile('guides', '../../../../../etc/passwd'))).toBe(404);
  });
});
