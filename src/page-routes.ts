import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Pages } from './pages.ts';
import { asJson, wantsHtml } from './platform/error-handler.ts';
import { notFound } from './platform/errors.ts';
import { pathOf } from './platform/log.ts';
import { type ServedPage, sendPage } from './platform/served-file.ts';
import type { Visitors } from './platform/visitor.ts';
import { basePaths } from './urls.ts';

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
    const home = addressWithoutBase(path) ?? addressWithoutSlash(path);
    if (home !== undefined && (await pages.find(home)))
      return reply.redirect(home + request.url.slice(path.length), 308);
    return missing(request, reply);
  });

  app.setNotFoundHandler(missing);

  async function missing(request: FastifyRequest, reply: FastifyReply) {
    if (wantsHtml(request)) return send(request, reply, await pages.notFound());
    return asJson(notFound(), request, reply.code(404));
  }
}

/** Pages live at the root; under either base path they are sent there. */
function addressWithoutBase(path: string): string | undefined {
  const base = basePaths.find((known) => path === known || path.startsWith(`${known}/`));
  return base && (path.slice(base.length) || '/');
}

const addressWithoutSlash = (path: string) =>
  path.length > 1 && path.endsWith('/') ? path.replace(/\/+$/, '') : undefined;
