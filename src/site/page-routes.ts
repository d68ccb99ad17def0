import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { linksFor } from '../content/agents/pointers.ts';
import { missingMarkdown } from '../content/outputs/markdown-others.ts';
import { prefersMarkdown } from '../content/outputs/markdown-routes.ts';
import type { Site } from '../content/site.ts';
import { notFound } from '../platform/errors.ts';
import { asJson, wantsHtml } from '../platform/http/error-handler.ts';
import { type ServedPage, sendPage } from '../platform/http/served-file.ts';
import type { Visitors } from '../platform/http/visitor.ts';
import { pathOf } from '../platform/log.ts';
import { basePaths, withoutSlashesBehind } from '../urls.ts';
import type { Pages } from './pages.ts';

/** Every page at its address, and an answer in the form asked for where there is none. */
export function pageRoutes(
  app: FastifyInstance,
  { pages, visitors, site }: { pages: Pages; visitors: Visitors; site: Site },
): void {
  const documented = new Set(site.pages.map(({ path }) => path));
  const send = (request: FastifyRequest, reply: FastifyReply, page: ServedPage) => {
    const path = pathOf(request.url);
    reply.header('Link', linksFor(documented.has(path) ? path : undefined));
    return sendPage(request, reply, page, visitors.csrfToken(request));
  };

  app.get('/*', { logLevel: 'warn' }, async (request, reply) => {
    const path = pathOf(request.url);
    const page = await pages.find(path);
    if (page) return send(request, reply, page);
    const home = homeOf(path);
    if (home !== path && (await pages.find(home)))
      return reply.redirect(home + request.url.slice(path.length), 308);
    return missing(request, reply);
  });

  app.setNotFoundHandler(missing);

  async function missing(request: FastifyRequest, reply: FastifyReply) {
    if (prefersMarkdown(request.headers.accept))
      return reply.code(404).type('text/markdown; charset=utf-8').send(missingMarkdown(site));
    if (wantsHtml(request)) return send(request, reply, await pages.notFound());
    return asJson(notFound(), request, reply.code(404));
  }
}

/** Pages live at the root, without a slash behind; other spellings of their address lead there. */
function homeOf(path: string): string {
  const base = basePaths.find((known) => path === known || path.startsWith(`${known}/`)) ?? '';
  return withoutSlashesBehind(path.slice(base.length)) || '/';
}
