import { globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { missingMarkdown } from '../content/outputs/llms.ts';
import { linksFor, prefersMarkdown } from '../content/outputs/routes.ts';
import type { Site } from '../content/site.ts';
import { areSameLocalPortal } from '../platform/config.ts';
import { notFound } from '../platform/errors.ts';
import { asJson, wantsHtml } from '../platform/http/error-handler.ts';
import {
  cacheForever,
  revalidate,
  type ServedFile,
  type ServedPage,
  sendFile,
  sendPage,
  sendPublicFile,
  servedFile,
} from '../platform/http/served-file.ts';
import type { Visitors } from '../platform/http/visitor.ts';
import { pathOf } from '../platform/log.ts';
import { root } from '../platform/root.ts';
import { assetsBase, basePaths, licences, withoutTrailingSlashes } from '../urls.ts';
import type { Pages } from './pages.ts';

/** Serves every page, and a 404 in the requested format for any other path. */
export function pageRoutes(
  app: FastifyInstance,
  { pages, visitors, site, publicUrl }: { pages: Pages; visitors: Visitors; site: Site; publicUrl: string },
): void {
  const documented = new Set(site.pages.map(({ path }) => path));
  const send = (request: FastifyRequest, reply: FastifyReply, page: ServedPage) => {
    const path = pathOf(request.url);
    reply.header('Link', linksFor(documented.has(path) ? path : undefined));
    return sendPage(request, reply, page, visitors.csrfToken(request));
  };

  app.get('/*', async (request, reply) => {
    const path = pathOf(request.url);
    const page = await pages.find(path);
    if (page && isOtherLocalName(request.headers.host, publicUrl))
      return reply.redirect(publicUrl + request.url, 307);
    if (page) return send(request, reply, page);
    const canonical = canonicalPath(path);
    if (canonical !== path && (await pages.find(canonical)))
      return reply.redirect(canonical + request.url.slice(path.length), 308);
    return sendNotFound(request, reply);
  });

  app.setNotFoundHandler(sendNotFound);

  async function sendNotFound(request: FastifyRequest, reply: FastifyReply) {
    if (prefersMarkdown(request.headers.accept))
      return reply.code(404).type('text/markdown; charset=utf-8').send(missingMarkdown(site));
    if (wantsHtml(request)) return send(request, reply, await pages.notFound());
    return asJson(notFound(), request, reply.code(404));
  }
}

/**
 * Pages call the API by the name in PUBLIC_URL. Browsers stop those calls on a page that was opened with another name of
 * this machine. Behind https a proxy may set the host, and a redirect would lead back to it for ever.
 */
function isOtherLocalName(host: string | undefined, publicUrl: string): boolean {
  const asked = `http://${host}`;
  if (!publicUrl.startsWith('http:') || !URL.canParse(asked)) return false;
  return areSameLocalPortal(asked, publicUrl) && new URL(asked).hostname !== new URL(publicUrl).hostname;
}

/** Pages are at the root, without a trailing slash. Other spellings of their path redirect there. */
function canonicalPath(path: string): string {
  const base = basePaths.find((known) => path === known || path.startsWith(`${known}/`)) ?? '';
  return withoutTrailingSlashes(path.slice(base.length)) || '/';
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
};

/**
 * Scripts, styles and fonts need only the policy for workers of a page's headers. With all headers a third of the
 * response of a small file would be headers, and a page has twenty such files.
 */
const shortHeaderTypes = new Set(['.js', '.css', '.woff2']);
const shortPolicy = "default-src 'none'; script-src 'self'";
const pageOnlyHeaders = ['Permissions-Policy', 'X-Frame-Options'];

/** The built files of the browser app. Their names change with their content, so browsers keep them for ever. */
export function assetRoutes(app: FastifyInstance, build: string): void {
  const folder = join(build, 'client');
  const files = new Map<string, ServedFile>();
  for (const name of globSync('*', { cwd: folder })) {
    const type = types[extname(name)];
    if (type) files.set(name, servedFile(type, readFileSync(join(folder, name)), cacheForever));
  }
  app.get<{ Params: { '*': string } }>(`${assetsBase}*`, async (request, reply) => {
    const name = request.params['*'];
    const file = files.get(name);
    if (!file) throw notFound();
    if (shortHeaderTypes.has(extname(name))) {
      reply.header('Content-Security-Policy', shortPolicy);
      for (const header of pageOnlyHeaders) reply.removeHeader(header);
    }
    return sendFile(request, reply, file);
  });
}

/** Lists every package that the server or the browser loads, in the version of this release. */
export function licenceRoutes(app: FastifyInstance): void {
  const file = servedFile('text/plain; charset=utf-8', licencesText(), revalidate);
  app.get(licences, (request, reply) => sendPublicFile(request, reply, file));
}

const lockfileSchema = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional() })),
});

function licencesText(): string {
  const { packages } = lockfileSchema.parse(JSON.parse(read('package-lock.json')));
  const rows = [...read('docs/licences.md').matchAll(/^\| (?!package|---)(\S+) \| (.+) \|$/gm)];
  const lines = rows.map(
    ([, name, licence]) => `${name} ${packages[`node_modules/${name}`]?.version} (${licence})`,
  );
  return `This portal contains these packages, each under its own licence:\n\n${lines.join('\n')}\n`;
}

const read = (file: string) => readFileSync(join(root, file), 'utf8');
