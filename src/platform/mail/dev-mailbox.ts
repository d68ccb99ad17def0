import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Email } from 'postal-mime';
import { isLoopbackUrl } from '../config.ts';
import { notFound, PublicError } from '../errors.ts';
import { escapeHtml } from '../http/error-handler.ts';
import type { Secrets } from '../secrets.ts';

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

const shownMax = 50;

interface OutboxMail {
  /** The name of its file, without the ending. */
  id: string;
  mail: Email;
}

/** The newest messages, the newest first. */
async function listOutbox(folder: string): Promise<OutboxMail[]> {
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => /^[\w-]+\.eml$/.test(name))
    .sort()
    .reverse()
    .slice(0, shownMax);
  const mails = newest.map((name) => findInOutbox(folder, name.replace(/\.eml$/, '')));
  return (await Promise.all(mails)).filter((mail) => mail !== undefined);
}

async function findInOutbox(folder: string, id: string): Promise<OutboxMail | undefined> {
  if (!/^[\w-]+$/.test(id)) return undefined;
  const raw = await readFile(join(folder, `${id}.eml`)).catch(() => undefined);
  if (!raw) return undefined;
  // A package for development, as these pages are: in production they are never shown.
  const { default: PostalMime } = await import('postal-mime');
  return { id, mail: await PostalMime.parse(raw) };
}

interface DevMailLook {
  /** The name in the bar on top. */
  title: string;
  /** Where its name leads. */
  home: string;
  /** The colours and sizes of the site, as CSS variables. */
  tokens: string;
}

/** What the outbox looks like in a browser. `linkTo` leads to a message, or to the list. */
function createDevMailPages(look: DevMailLook, linkTo: (id?: string) => string) {
  const entry = ({ id, mail }: OutboxMail) => `<li><a href="${escapeHtml(linkTo(id))}">
<b>${escapeHtml(mail.subject ?? '')}</b>
<span>To ${escapeHtml(recipients(mail))}</span>
${timeOf(mail)}
</a></li>`;

  return {
    list: (mails: OutboxMail[]) =>
      createPage(
        look,
        'Mail of this portal',
        `<h1>Mail of this portal</h1>
<p>Without <code>SMTP_URL</code> nothing leaves this machine: every message is kept as a file and shown here, the newest first.</p>
${mails.length > 0 ? `<ul>\n${mails.map(entry).join('\n')}\n</ul>` : '<p class="empty">No mail yet. Ask for a verification code, then reload this page.</p>'}`,
      ),

    message: ({ mail }: OutboxMail) =>
      createPage(
        look,
        mail.subject ?? '',
        `<p><a href="${escapeHtml(linkTo())}">← All mail</a></p>
<h1>${escapeHtml(mail.subject ?? '')}</h1>
<p>To ${escapeHtml(recipients(mail))} · ${timeOf(mail)}</p>
<iframe title="The message" sandbox="allow-top-navigation-by-user-activation" srcdoc="${escapeHtml(inFrame(mail.html ?? ''))}"></iframe>
<details><summary>As plain text</summary><pre>${withLinks(mail.text?.trim() ?? '')}</pre></details>`,
      ),
  };
}

/** A link in a message opens in place of this page: within the frame nothing of this site would show. */
const inFrame = (html: string) => html.replace(/<head>/i, '<head><base target="_top">');

const recipients = (mail: OutboxMail['mail']) => mail.to?.map((to) => to.address).join(', ') ?? '';

function timeOf({ date }: OutboxMail['mail']): string {
  const time = new Date(date ?? 0).toISOString();
  return `<time datetime="${time}">${time.slice(0, 16).replace('T', ' at ')} UTC</time>`;
}

const withLinks = (text: string) =>
  escapeHtml(text).replaceAll(/https?:\/\/[^\s<&]+/g, (url) => `<a href="${url}">${url}</a>`);

const createPage = (look: DevMailLook, title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${look.tokens}${style}</style>
</head>
<body>
<header><a href="${escapeHtml(look.home)}">${escapeHtml(look.title)}</a></header>
<main>
${body}
</main>
</body>
</html>
`;

const style = `
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--text);font:var(--text-body)/26px var(--sans);overflow-wrap:anywhere}
header{display:flex;align-items:center;height:var(--header-height);padding:0 20px;border-bottom:1px solid var(--line)}
header a{color:var(--ink);font-weight:600;letter-spacing:-.02em;text-decoration:none}
main{max-width:var(--content-width);margin:0 auto;padding:32px 20px 64px}
h1{margin:0 0 8px;color:var(--ink);font-size:var(--text-title);line-height:32px;font-weight:600;letter-spacing:-.02em}
p{margin:0 0 16px}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:var(--radius-small)}
code,pre{font:var(--text-small)/22px var(--mono)}
ul{list-style:none;margin:24px 0 0;padding:0;border:1px solid var(--line);border-radius:var(--radius-large);overflow:hidden}
li+li{border-top:1px solid var(--line)}
li a{display:grid;gap:2px;padding:14px 18px;color:var(--text);text-decoration:none}
li a:hover{background:var(--surface)}
li a:focus-visible{outline-offset:-2px}
li b{color:var(--ink);font-weight:600}
li span,time,.empty{color:var(--muted);font-size:var(--text-ui)}
iframe{display:block;width:100%;height:min(640px,70vh);margin:24px 0;border:1px solid var(--line);border-radius:var(--radius-large);background:var(--raised)}
summary{cursor:pointer;color:var(--muted)}
pre{margin:12px 0 0;padding:16px;border:1px solid var(--line);border-radius:var(--radius-medium);background:var(--surface);white-space:pre-wrap}
`;
