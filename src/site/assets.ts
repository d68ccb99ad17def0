import { globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { notFound } from '../platform/errors.ts';
import { cacheForever, type ServedFile, sendFile, servedFile } from '../platform/http/served-file.ts';
import { assetsBase } from '../urls.ts';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
};

/** The built files of the browser app. Their names change with their content, so they are kept for ever. */
export function assetRoutes(app: FastifyInstance, build: string): void {
  const folder = join(build, 'client');
  const files = new Map<string, ServedFile>();
  for (const name of globSync('*', { cwd: folder })) {
    const type = types[extname(name)];
    if (type) files.set(name, servedFile(type, readFileSync(join(folder, name)), cacheForever));
  }
  app.get(`${assetsBase}*`, { logLevel: 'warn' }, async (request, reply) => {
    const file = files.get((request.params as { '*': string })['*']);
    if (!file) throw notFound();
    return sendFile(request, reply, file);
  });
}
