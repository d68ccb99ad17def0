import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Email } from 'postal-mime';
import { formatMinute, iso } from '../../time.ts';
import { isLoopbackUrl } from '../config.ts';
import { notFound, PublicError } from '../errors.ts';
import { escapeHtml } from '../http/error-handler.ts';
import type { Secrets } from '../secrets.ts';

interface DevMailboxOptions {
  path: string;
  /** The folder of the `.eml` files. */
  outbox: string;
  secrets: Secrets;
  /** The name in the header, and the page that it links to. */
  title: string;
  home: string;
  /** The colours and sizes of the site, as CSS variables. */
  tokens: string;
  /** The site's fonts: WOFF2 files by family name. */
  fonts: Record<string, Buffer>;
}

type MailboxRequest = { Params: { id: string }; Querystring: { token?: unknown } };

interface OutboxMail {
  /** The file name without its extension. */
  id: string;
  mail: Email;
}

/** Pages that show the outbox, with its codes and reset links, to the person at this machine. */
export function devMailboxRoutes(app: FastifyInstance, options: DevMailboxOptions): void {
  const { path, outbox, secrets } = options;
  const linkTo = (id?: string) => `${path}${id ? `/${id}` : ''}?token=${devMailboxToken(secrets)}`;
  const send = (reply: FastifyReply, title: string, body: string) =>
    reply
      .headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(createPage(options, title, body));

  app.get(`${path}/copy.js`, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(copyScript),
  );
  for (const [family, file] of Object.entries(options.fonts))
    app.get(fontUrl(path, family), (_request, reply) => reply.type('font/woff2').send(file));

  app.get<MailboxRequest>(path, async (request, reply) => {
    requireAccess(request, request.query.token, secrets);
    return send(reply, 'Dev mailbox', listBody(await listOutbox(outbox), linkTo));
  });

  app.get<MailboxRequest>(`${path}/:id`, async (request, reply) => {
    requireAccess(request, request.query.token, secrets);
    const found = await findInOutbox(outbox, request.params.id);
    if (!found) throw notFound('Message not found');
    return send(reply, found.mail.subject ?? '', messageBody(found.mail, linkTo()));
  });
}

/** The token stays the same after a restart, so that an open page keeps working. */
export const devMailboxToken = (secrets: Secrets) => secrets.sign(tokenPurpose, 'link');

const tokenPurpose = 'dev mail';

/** The token is required because a proxy can make every request look local. Only the link printed at start has it. */
function requireAccess(
  request: Pick<FastifyRequest, 'headers' | 'socket'>,
  token: unknown,
  secrets: Secrets,
): void {
  if (!isFromThisMachine(request)) throw notFound();
  if (typeof token === 'string' && secrets.isSigned(tokenPurpose, 'link', token)) return;
  throw new PublicError(403, 'Open the mailbox with the link that the portal printed when it started.');
}

/**
 * A proxy on this machine looks local too, but it adds headers about its client. So does a page of another site whose
 * host name was pointed here (DNS rebinding), but its browser sends that name as the host.
 */
function isFromThisMachine({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  const isForwarded = Object.keys(headers).some((name) =>
    /^(forwarded|via|x-real-ip|x-forwarded.*)$/.test(name),
  );
  const host = `http://${headers.host}`;
  const isLocal = /^(::1|(::ffff:)?127\.)/.test(socket.remoteAddress ?? '');
  return !isForwarded && isLocal && URL.canParse(host) && isLoopbackUrl(host);
}

const maxShown = 50;

/** Lists the newest messages first. */
async function listOutbox(folder: string): Promise<OutboxMail[]> {
  const names = await readdir(folder).catch(() => []);
  const ids = names.flatMap((name) => /^([\w-]+)\.eml$/.exec(name)?.[1] ?? []).sort();
  const mails = ids.slice(-maxShown).map((id) => findInOutbox(folder, id));
  return (await Promise.all(mails)).filter((mail) => mail !== undefined).reverse();
}

async function findInOutbox(folder: string, id: string): Promise<OutboxMail | undefined> {
  if (!/^[\w-]+$/.test(id)) return undefined;
  const raw = await readFile(join(folder, `${id}.eml`)).catch(() => undefined);
  if (!raw) return undefined;
  // The package is a development dependency: the mailbox is never shown in production.
  const { default: PostalMime } = await import('postal-mime');
  return { id, mail: await PostalMime.parse(raw) };
}

const listBody = (mails: OutboxMail[], linkTo: (id: string) => string) => `<h1>Dev mailbox</h1>
<p>No <code>SMTP_URL</code> set, so emails are kept here instead of being sent.</p>
${
  mails.length === 0
    ? '<p class="empty">No emails yet. Request a verification code, then reload this page.</p>'
    : `<ul>\n${mails.map(({ id, mail }) => listItem(mail, linkTo(id))).join('\n')}\n</ul>`
}`;

const listItem = (mail: Email, link: string) => `<li><a href="${escapeHtml(link)}">
<b>${escapeHtml(mail.subject ?? '')}</b>
<span>To ${escapeHtml(recipients(mail))} · ${timeOf(mail)}</span>
</a>${copyButton(mail)}</li>`;

/** A code in the subject can be copied without opening the message. */
function copyButton({ subject = '' }: Email): string {
  const code = /\b\d{6}\b/.exec(subject)?.[0];
  return code ? `<button type="button" data-code="${code}" aria-live="polite">Copy code</button>` : '';
}

const copiedMs = 2000;

const copyScript = `document.addEventListener('click', async ({ target }) => {
  const button = target.closest('button[data-code]');
  if (!button) return;
  await navigator.clipboard.writeText(button.dataset.code);
  button.textContent = 'Copied';
  setTimeout(() => (button.textContent = 'Copy code'), ${copiedMs});
});
`;

const messageBody = (
  mail: Email,
  listLink: string,
) => `<p><a href="${escapeHtml(listLink)}">← All emails</a></p>
<h1>${escapeHtml(mail.subject ?? '')}</h1>
<p>To ${escapeHtml(recipients(mail))} · ${timeOf(mail)}</p>
<iframe title="Email" sandbox="allow-top-navigation-by-user-activation" srcdoc="${escapeHtml(inFrame(mail))}"></iframe>
<details><summary>Plain text</summary><pre>${withLinks(mail.text?.trim() ?? '')}</pre></details>`;

/**
 * Links open in place of this page, because the site does not allow itself to be shown in a frame. Attached images are
 * part of the page, because browsers don't know their addresses.
 */
const inFrame = ({ html = '', attachments }: Email) =>
  attachments.reduce(
    (shown, { contentId, mimeType, content }) =>
      contentId && content instanceof ArrayBuffer
        ? shown.replaceAll(
            `cid:${contentId.replace(/^<|>$/g, '')}`,
            `data:${mimeType};base64,${Buffer.from(content).toString('base64')}`,
          )
        : shown,
    html.replace(/<head>/i, '<head><base target="_top">'),
  );

const recipients = (mail: Email) => mail.to?.map((to) => to.address).join(', ') ?? '';

function timeOf({ date }: Email): string {
  const timeMs = Date.parse(date ?? '') || 0;
  return `<time datetime="${iso(timeMs)}">${formatMinute(timeMs)}</time>`;
}

const withLinks = (text: string) =>
  escapeHtml(text).replaceAll(/https?:\/\/[^\s<&]+/g, (url) => `<a href="${url}">${url}</a>`);

const createPage = (options: DevMailboxOptions, title: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<style>${fontFaces(options)}${options.tokens}${style}</style>
<script src="${options.path}/copy.js" defer></script>
</head>
<body>
<header><a href="${escapeHtml(options.home)}">${escapeHtml(options.title)}</a></header>
<main>
${body}
</main>
</body>
</html>
`;

const fontUrl = (path: string, family: string) =>
  `${path}/${family.toLowerCase().replaceAll(' ', '-')}.woff2`;

const fontFaces = ({ path, fonts }: DevMailboxOptions) =>
  Object.keys(fonts)
    .map(
      (family) =>
        `@font-face{font-family:"${family}";font-weight:400 600;font-display:swap;src:url(${fontUrl(path, family)}) format("woff2")}`,
    )
    .join('');

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
li{display:flex;flex-wrap:wrap;align-items:center}
li a{display:grid;flex:1 1 280px;gap:2px;padding:14px 18px;color:var(--text);text-decoration:none}
li:hover{background:var(--surface)}
button{min-width:104px;height:34px;margin:0 18px 14px;padding:0 14px;border:1px solid var(--line-strong);border-radius:var(--radius-small);background:var(--paper);color:var(--ink);font:var(--medium) var(--text-small)/20px var(--sans);cursor:pointer}
button:hover{border-color:var(--field-line)}
@media (min-width:560px){button{margin-block:0}}
li a:focus-visible{outline-offset:-2px}
li b{color:var(--ink);font-weight:600}
time{white-space:nowrap}
li span,time,.empty{color:var(--muted);font-size:var(--text-ui)}
iframe{display:block;width:100%;height:min(640px,70vh);margin:24px 0;border:1px solid var(--line);border-radius:var(--radius-large);background:var(--raised)}
summary{cursor:pointer;color:var(--muted)}
pre{margin:12px 0 0;padding:16px;border:1px solid var(--line);border-radius:var(--radius-medium);background:var(--surface);white-space:pre-wrap}
`;
