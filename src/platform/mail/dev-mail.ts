import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import PostalMime from 'postal-mime';
import { isLoopbackUrl } from '../config.ts';
import { escapeHtml, plainPageStyle } from '../error-document.ts';
import { notFound } from '../errors.ts';

const shownMax = 50;

/** The outbox as a page, for the person at this machine: it shows codes and reset links. */
export function devMailRoutes(app: FastifyInstance, options: { path: string; outbox: string }): void {
  app.get(options.path, async (request, reply) => {
    if (!isFromThisMachine(request)) throw notFound();
    reply
      .header('Cache-Control', 'no-store')
      .header('Referrer-Policy', 'no-referrer')
      .type('text/html; charset=utf-8');
    return page(await readOutbox(options.outbox));
  });
}

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

async function readOutbox(folder: string) {
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith('.eml') && !name.startsWith('.'))
    .sort()
    .reverse()
    .slice(0, shownMax);
  return Promise.all(newest.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
}

function page(mails: Awaited<ReturnType<typeof readOutbox>>): string {
  const list = mails.map(
    (mail) => `<article>
<h2>${escapeHtml(mail.subject ?? '')}</h2>
<p class="quiet">To ${escapeHtml(mail.to?.map((to) => to.address).join(', ') ?? '')} · ${escapeHtml(mail.date ?? '')}</p>
<pre>${withLinks(mail.text?.trim() ?? '')}</pre>
</article>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mail of this portal</title>
<style>${plainPageStyle}</style>
</head>
<body><main>
<h1>Mail of this portal</h1>
<p class="quiet">Without SMTP_URL nothing leaves this machine. Every message is kept as a file and shown here, newest first.</p>
${list.join('\n') || '<p>No mail yet. Ask for a verification code, then reload this page.</p>'}
</main></body>
</html>
`;
}

const withLinks = (text: string) =>
  escapeHtml(text).replaceAll(/https?:\/\/[^\s<&]+/g, (url) => `<a href="${url}">${url}</a>`);
