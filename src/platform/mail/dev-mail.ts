import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLoopbackUrl } from '../config.ts';
import { notFound, PublicError } from '../errors.ts';
import type { Secrets } from '../secrets.ts';
import { createDevMailPages, type DevMailLook } from './dev-mail-pages.ts';
import { findInOutbox, listOutbox } from './outbox.ts';

interface DevMailOptions extends DevMailLook {
  path: string;
  outbox: string;
  secrets: Secrets;
}

/** The outbox as pages, for the person at this machine: they show codes and reset links. */
export function devMailRoutes(app: FastifyInstance, options: DevMailOptions): void {
  const { path, outbox, secrets } = options;
  const token = devMailToken(secrets);
  const pages = createDevMailPages(options, (id) => `${path}${id ? `/${id}` : ''}?token=${token}`);

  app.get(path, async (request, reply) => {
    requireReader(request, secrets);
    return sendPage(reply, pages.list(await listOutbox(outbox)));
  });

  app.get(`${path}/:id`, async (request, reply) => {
    requireReader(request, secrets);
    const found = await findInOutbox(outbox, (request.params as { id: string }).id);
    if (!found) throw notFound('There is no such message');
    return sendPage(reply, pages.message(found));
  });
}

/** The same after a restart: a link that was kept goes on working. */
export const devMailToken = (secrets: Secrets) => secrets.sign(purpose, 'link');

const purpose = 'dev mail';

/** A careless proxy makes everyone look like this machine: only the link that the start prints opens it. */
function requireReader(request: FastifyRequest, secrets: Secrets): void {
  if (!isFromThisMachine(request)) throw notFound();
  const { token } = request.query as { token?: unknown };
  if (typeof token === 'string' && secrets.isSigned(purpose, 'link', token)) return;
  throw new PublicError(
    403,
    'These pages show every message of the portal. Please open them by the link that it printed when it started.',
  );
}

const sendPage = (reply: FastifyReply, html: string) =>
  reply
    .headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
    .type('text/html; charset=utf-8')
    .send(html);

/**
 * A proxy on this machine would look local too; it names whom it speaks for. And so would a page of another
 * site whose name was made to lead here; the browser names that site as the host.
 */
function isFromThisMachine(request: FastifyRequest): boolean {
  const forwarded = Object.keys(request.headers).some(
    (name) =>
      name === 'forwarded' || name === 'via' || name.startsWith('x-forwarded') || name === 'x-real-ip',
  );
  const peer = request.socket.remoteAddress ?? '';
  const host = `http://${request.headers.host}`;
  return !forwarded && URL.canParse(host) && isLoopbackUrl(host) && /^(::1|(::ffff:)?127\.)/.test(peer);
}
