import { escapeHtml } from '../http/error-document.ts';
import type { OutboxMail } from './outbox.ts';

export interface DevMailLook {
  /** The name in the bar on top. */
  title: string;
  /** Where its name leads. */
  home: string;
  /** The colours and sizes of the site, as CSS variables. */
  tokens: string;
}

/** What the outbox looks like in a browser. `linkTo` leads to a message, or to the list. */
export function createDevMailPages(look: DevMailLook, linkTo: (id?: string) => string) {
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
