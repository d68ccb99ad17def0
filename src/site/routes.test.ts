import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { assetsBase } from '../urls.ts';
import { assetRoutes } from './routes.ts';

const build = mkdtempSync(join(tmpdir(), 'portal-assets-'));
let app: FastifyInstance;
beforeAll(() => {
  mkdirSync(join(build, 'client'));
  for (const name of ['vane-1.js', 'vane-1.css', 'vane-1.woff2', 'vane-1.svg', 'vane-1.map'])
    writeFileSync(join(build, 'client', name), 'x'.repeat(2000));
  app = Fastify();
  // The portal does this for every response.
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'Content-Security-Policy': 'that of pages', 'X-Frame-Options': 'DENY', 'X-Other': 'y' });
  });
  assetRoutes(app, build);
});
afterAll(async () => {
  await app.close();
  rmSync(build, { recursive: true });
});

const headersOf = async (name: string) => {
  const { statusCode, headers } = await app.inject(assetsBase + name);
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({ 'cache-control': expect.stringContaining('immutable'), 'x-other': 'y' });
  return headers;
};

test.each(['vane-1.js', 'vane-1.css', 'vane-1.woff2'])(
  '%s says what a worker may load, and nothing that only a page needs',
  async (name) => {
    const headers = await headersOf(name);
    expect(headers['content-security-policy']).toBe("default-src 'none'; script-src 'self'");
    expect(headers).not.toHaveProperty('x-frame-options');
  },
);

test('an SVG file has all headers, because it can be opened like a page', async () => {
  const headers = await headersOf('vane-1.svg');
  expect(headers).toMatchObject({
    'content-security-policy': 'that of pages',
    'x-frame-options': 'DENY',
  });
});

test('unknown files give 404', async () => {
  for (const name of ['vane-1.map', 'vane-2.js', '../vane-1.js'])
    expect((await app.inject(assetsBase + name)).statusCode).toBe(404);
});
