import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';

export interface Message {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface MailTransport {
  /** Where mail goes, for the line printed at start. */
  place: string;
  /** The same id is the same message, also when it is sent again after a doubtful failure. */
  send(id: string, message: Message): Promise<void>;
  close(): void;
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export function smtpTransport(url: string, from: string): MailTransport {
  const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
  return {
    place: `${new URL(url).protocol}//${new URL(url).host}`,
    send: async (id, message) => {
      await transport.sendMail(envelope(id, from, message));
    },
    close: () => transport.close(),
  };
}

/** Every message as a file that any mail program opens. */
export function outboxTransport(folder: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    place: `${folder}/*.eml`,
    send: async (id, message) => {
      const { message: raw } = await composer.sendMail(envelope(id, from, message));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(/[:.]/g, '-')}-${id}.eml`;
      // Written aside and renamed: a program that watches the folder sees whole messages only.
      const unfinished = join(folder, `.${name}`);
      await writeFile(unfinished, raw as Buffer, { mode: 0o600 });
      await rename(unfinished, join(folder, name));
    },
    close: () => composer.close(),
  };
}

function envelope(id: string, from: string, message: Message): SendMailOptions {
  const host = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    // An object, never a header text: an address cannot smuggle in a second one.
    to: { name: '', address: message.to },
    subject: message.subject,
    text: message.text,
    html: message.html,
    messageId: `<${id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
