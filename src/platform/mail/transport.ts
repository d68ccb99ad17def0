import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { isLoopbackUrl } from '../config.ts';

export interface Message {
  /** Nobody: it goes through everything but the handing over. */
  to: string | undefined;
  subject: string;
  text: string;
  html: string;
}

export interface MailTransport {
  /** Where mail goes, for the line printed at start. */
  place: string;
  /** The same id is the same message, also when it is sent again after a doubtful failure. */
  send(id: string, message: Addressed): Promise<void>;
  /** The same work without a recipient: who watches the machine must not tell one from the other. */
  rehearse(id: string, message: Message): Promise<void>;
  close(): void;
}

type Addressed = Message & { to: string };

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export function smtpTransport(url: string, from: string): MailTransport {
  const options = { ...timeouts, disableFileAccess: true, disableUrlAccess: true };
  const transport = createTransport({ url: encrypted(url), ...options });
  const composer = createTransport({ streamTransport: true, buffer: true });
  const { protocol, host } = new URL(url);
  return {
    place: `${protocol}//${host}${protocol === insecureProtocol ? '  (in clear text, if the server has nothing better)' : ''}`,
    send: async (id, message) => {
      await transport.sendMail(envelope(id, from, message));
    },
    rehearse: async (id, message) => {
      await composer.sendMail(envelope(id, from, message));
      await transport.verify();
    },
    close: () => transport.close(),
  };
}

const insecureProtocol = 'smtp+insecure:';

/** Codes and links leave this machine in clear text only where the operator has written that they may. */
function encrypted(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  if (url.protocol === insecureProtocol) return smtpUrl.replace(/^[^:]+/, 'smtp');
  // Last, whatever else the address asks for: a server that offers no encryption gets nothing.
  if (!isLoopbackUrl(`http://${url.host}`)) url.searchParams.set('requireTLS', 'true');
  return url.href;
}

/** Every message as a file that any mail program opens. */
export function outboxTransport(folder: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  let newestMs = 0;
  /** Aside: a program that watches the folder sees whole messages only. By name they lie in the order they were sent. */
  const write = async (id: string, message: Message) => {
    newestMs = Math.max(Date.now(), newestMs + 1);
    const time = new Date(newestMs).toISOString().replaceAll(/[:.]/g, '-');
    const { message: raw } = await composer.sendMail(envelope(id, from, message));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${time}-${id}.eml`;
    const unfinished = join(folder, `.${name}`);
    await writeFile(unfinished, raw as Buffer, { mode: 0o600 });
    return { unfinished, finished: join(folder, name) };
  };
  return {
    place: `${folder}/*.eml`,
    send: async (id, message) => {
      const { unfinished, finished } = await write(id, message);
      await rename(unfinished, finished);
    },
    rehearse: async (id, message) => {
      const { unfinished } = await write(id, message);
      await rm(unfinished);
    },
    close: () => composer.close(),
  };
}

function envelope(id: string, from: string, message: Message): SendMailOptions {
  const host = /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost';
  return {
    from,
    // An object, never a header text: an address cannot smuggle in a second one.
    to: { name: '', address: message.to ?? 'nobody@localhost' },
    subject: message.subject,
    text: message.text,
    html: message.html,
    messageId: `<${id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
