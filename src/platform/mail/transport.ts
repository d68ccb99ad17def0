import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { iso } from '../../time.ts';
import { isLoopbackUrl } from '../config.ts';

export interface Message {
  /** Undefined: the message takes every step except the delivery. */
  to: string | undefined;
  subject: string;
  text: string;
  html: string;
  /** A PNG image that the HTML shows as `iconUrl`. It is attached, because mail programs don't load images at first. */
  icon?: Buffer | undefined;
}

const iconId = 'icon@portal';
export const iconUrl = `cid:${iconId}`;

export interface MailTransport {
  /** The destination, printed at start. */
  destination: string;
  /**
   * The same ID means the same message, also if it is sent again after an unclear failure. Without a recipient the same
   * work is done, so that an observer of the machine cannot tell the two apart.
   */
  send(id: string, message: Message): Promise<void>;
  close(): void;
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export function smtpTransport(url: string, from: string): MailTransport {
  const options = { ...timeouts, disableFileAccess: true, disableUrlAccess: true };
  const transport = createTransport({ url: withEncryption(url), ...options });
  const composer = createTransport({ streamTransport: true, buffer: true });
  const { protocol, host } = new URL(url);
  const note = protocol === insecureProtocol ? '  (unencrypted if the server offers no TLS)' : '';
  return {
    destination: `${protocol}//${host}${note}`,
    async send(id, message) {
      const isDelivered = message.to !== undefined;
      await (isDelivered ? transport : composer).sendMail(envelope(id, from, message));
      if (!isDelivered) await transport.verify();
    },
    close: () => transport.close(),
  };
}

const insecureProtocol = 'smtp+insecure:';

/** Codes and links are sent unencrypted only if the operator has allowed it in the URL. */
function withEncryption(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  if (url.protocol === insecureProtocol) return smtpUrl.replace(/^[^:]+/, 'smtp');
  // This overrides other parameters of the URL: a server that offers no encryption gets no mail.
  if (!isLoopbackUrl(`http://${url.host}`)) url.searchParams.set('requireTLS', 'true');
  return url.href;
}

/** Writes every message to a file that any mail program can open. */
export function outboxTransport(folder: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  let newestMs = 0;
  return {
    destination: `${folder}/*.eml`,
    async send(id, message) {
      // File names sort in the order of sending.
      newestMs = Math.max(Date.now(), newestMs + 1);
      const name = `${iso(newestMs).replaceAll(/[:.]/g, '-')}-${id}.eml`;
      const { message: raw } = await composer.sendMail(envelope(id, from, message));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // The name is temporary, so that a program that watches the folder sees complete messages only.
      const unfinished = join(folder, `.${name}`);
      await writeFile(unfinished, raw, { mode: 0o600 });
      await (message.to === undefined ? rm(unfinished) : rename(unfinished, join(folder, name)));
    },
    close: () => composer.close(),
  };
}

function envelope(id: string, from: string, { to, subject, text, html, icon }: Message): SendMailOptions {
  const host = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    // An object instead of header text, so that an address cannot inject a second recipient.
    to: { name: '', address: to ?? 'nobody@localhost' },
    subject,
    text,
    html,
    ...(icon && {
      attachments: [
        { filename: 'icon.png', content: icon, cid: iconId, contentDisposition: 'inline' as const },
      ],
    }),
    messageId: `<${id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
