import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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
  { pages, visitors }: { pages: Pages; visitors: Visitors },
): void {
  const send = (request: FastifyRequest, reply: FastifyReply, page: ServedPage) =>
    sendPage(request, reply, page, visitors.csrfToken(request));

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
    if (wantsHtml(request)) return send(request, reply, await pages.notFound());
    return asJson(notFound(), request, reply.code(404));
  }
}

/** Pages live at the root, without a slash behind; other spellings of their address lead there. */
function homeOf(path: string): string {
  const base = basePaths.find((known) => path === known || path.startsWith(`${known}/`)) ?? '';
  return withoutSlashesBehind(path.slice(base.length)) || '/';
}
