import type { Db } from '../platform/database.ts';
import { escapeHtml } from '../platform/http/error-document.ts';
import type { Compose, MailQueue } from '../platform/mail/queue.ts';
import type { Message } from '../platform/mail/transport.ts';
import { pages, resetPasswordLink } from '../urls.ts';
import { codeMinutes, linkMinutes } from './contract.ts';
import { parseEmail } from './email.ts';
import { findUserByEmail } from './user-store.ts';

/** What each mail of the accounts is made from. */
export interface AccountMails {
  'verification-code': { email: string; code: string; expiresAt: number };
  'password-reset': { email: string; token: string; expiresAt: number };
  'password-changed': { email: string; changedAt: number };
  'key-rotated': { email: string; keyName: string; at: number };
}

/** All that the accounts ask of the queue: it may carry other subjects' mail as well. */
export type AccountMailQueue = Pick<MailQueue<AccountMails>, 'enqueue'>;

interface MailOptions {
  db: Db;
  providerName: string;
  publicUrl: string;
  now: () => number;
}

/** Every mail of the accounts, made when it is sent. Who has an account is looked up here and nowhere earlier. */
export function composeAccountMail(options: MailOptions): Compose<AccountMails> {
  const { db, providerName, publicUrl, now } = options;
  return async ({ kind, data }) => {
    if ('expiresAt' in data && data.expiresAt < now()) return undefined;
    const address = parseEmail(data.email);
    if (!address) return undefined;
    const user = await findUserByEmail(db, address);
    const owner = user && address.canonical;
    const mail = (to: string | undefined, content: Content): Message => ({
      to,
      ...render(providerName, publicUrl, content),
    });
    switch (kind) {
      case 'verification-code':
        return mail(address.canonical, user ? alreadyRegistered(publicUrl) : code(data.code));
      case 'password-reset':
        return mail(owner, passwordReset(user?.name ?? '', resetPasswordLink(publicUrl, data.token)));
      case 'password-changed':
        return mail(owner, passwordChanged(user?.name ?? '', data.changedAt, publicUrl));
      case 'key-rotated':
        return mail(owner, keyRotated(user?.name ?? '', data.keyName, data.at, publicUrl));
      default:
        return unknownKind(kind);
    }
  };
}

/** Queued by a newer release, which is asked to send it when its turn comes again. */
function unknownKind(kind: never): never {
  throw new Error(`No mail of kind ${kind}`);
}

interface Content {
  subject: string;
  paragraphs: string[];
  /** Shown large, to be read off and typed. */
  code?: string;
  button?: { label: string; url: string };
  closing: string[];
}

const code = (digits: string): Content => ({
  subject: `${digits} is your verification code`,
  paragraphs: ['Enter this code to finish setting up your account:'],
  code: digits,
  closing: [
    `The code works for ${codeMinutes} minutes. If you did not ask for it, you can ignore this message.`,
  ],
});

const alreadyRegistered = (publicUrl: string): Content => ({
  subject: 'You already have an account',
  paragraphs: [
    'Someone, probably you, tried to sign up with this address. It has an account already, so no new one was made.',
    'Sign in with your password. If you have forgotten it, choose "Forgot password?" in the sign-in dialog.',
  ],
  button: { label: 'Open the portal', url: publicUrl + pages.docs },
  closing: ['If it was not you, you can ignore this message: nothing has changed.'],
});

const passwordReset = (name: string, link: string): Content => ({
  subject: 'Set a new password',
  paragraphs: [`Hello ${name},`, 'You asked to set a new password. This link lets you do so, once:'],
  button: { label: 'Set a new password', url: link },
  closing: [
    `The link works for ${linkMinutes} minutes. If you did not ask for it, you can ignore this message: your password stays as it is.`,
  ],
});

const passwordChanged = (name: string, changedAt: number, publicUrl: string): Content => ({
  subject: 'Your password was changed',
  paragraphs: [
    `Hello ${name},`,
    `Your password was changed on ${inMinutes(changedAt)} UTC. You have been signed out everywhere.`,
  ],
  button: { label: 'Open the portal', url: publicUrl + pages.docs },
  closing: [
    'If it was not you, choose "Forgot password?" in the sign-in dialog at once: it takes the account back.',
  ],
});

const keyRotated = (name: string, keyName: string, at: number, publicUrl: string): Content => ({
  subject: 'Your key has a new secret',
  paragraphs: [
    `Hello ${name},`,
    `The key "${keyName}" got a new secret on ${inMinutes(at)} UTC. The old one works for the time that was chosen.`,
  ],
  button: { label: 'Look at your keys', url: publicUrl + pages.apiKeys },
  closing: [
    'If it was not you, choose "Discard new" beside the key and set a new password at once: someone knows yours.',
  ],
});

const inMinutes = (time: number) => new Date(time).toISOString().slice(0, 16).replace('T', ' at ');

function render(providerName: string, publicUrl: string, content: Content): Omit<Message, 'to'> {
  const footer = `${providerName} API · ${publicUrl}`;
  const text = [
    ...content.paragraphs,
    ...(content.code ? [`    ${content.code}`] : []),
    ...(content.button ? [content.button.url] : []),
    ...content.closing,
    `-- \n${footer}`,
  ].join('\n\n');
  const paragraph = (line: string) => `<p style="margin:0 0 16px">${escapeHtml(line)}</p>`;
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(content.subject)}</title></head>
<body style="margin:0;padding:32px 20px;font:16px/1.6 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif">
<div style="max-width:520px;margin:0 auto">
<p style="margin:0 0 24px;font-weight:600">${escapeHtml(providerName)} API</p>
${content.paragraphs.map(paragraph).join('\n')}
${content.code ? `<p style="margin:8px 0 24px;font:600 34px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${content.code}</p>` : ''}
${content.button ? button(content.button) : ''}
${content.closing.map(paragraph).join('\n')}
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #8884;font-size:13px;opacity:.75">${escapeHtml(footer)}</p>
</div></body></html>
`;
  return { subject: `${content.subject} · ${providerName} API`, text, html };
}

/** The address stands below it too, for programs that show no buttons. */
const button = ({ label, url }: { label: string; url: string }) =>
  `<p style="margin:8px 0 16px"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:#0969c4;color:#ffffff;text-decoration:none;font-weight:600">${escapeHtml(label)}</a></p>
<p style="margin:0 0 24px;font-size:13px;word-break:break-all;opacity:.75">${escapeHtml(url)}</p>`;
