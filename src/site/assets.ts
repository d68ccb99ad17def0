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

/**
 * All that scripts, styles and fonts need of a page's headers: what a worker may load. A small file would be a
 * third of its answer otherwise, and a page has twenty of them.
 */
const parts = new Set(['.js', '.css', '.woff2']);
const partsPolicy = "default-src 'none'; script-src 'self'";
const ofPagesAlone = ['Permissions-Policy', 'X-Frame-Options'];

/** The built files of the browser app. Their names change with their content, so they are kept for ever. */
export function assetRoutes(app: FastifyInstance, build: string): void {
  const folder = join(build, 'client');
  const files = new Map<string, ServedFile>();
  for (const name of globSync('*', { cwd: folder })) {
    const type = types[extname(name)];
    if (type) files.set(name, servedFile(type, readFileSync(join(folder, name)), cacheForever));
  }
  app.get(`${assetsBase}*`, { logLevel: 'warn' }, async (request, reply) => {
    const name = (request.params as { '*': string })['*'];
    const file = files.get(name);
    if (!file) throw notFound();
    if (parts.has(extname(name))) {
      reply.header('Content-Security-Policy', partsPolicy);
      for (const header of ofPagesAlone) reply.removeHeader(header);
    }
    return sendFile(request, reply, file);
  });
}
