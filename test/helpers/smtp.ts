import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface TestSmtp {
  /** Accepted messages, in order. */
  received: Email[];
  /** The number of connections. */
  connections(): number;
  close(): Promise<void>;
}

export interface SmtpOptions {
  /** Addresses that the server rejects permanently. */
  refused?: string[];
  /** Runs before each message is accepted: a slow server waits, a broken one throws. */
  beforeTaking?: () => Promise<void>;
}

/** Starts a real mail server on this machine. */
export async function startSmtp(port: number, options: SmtpOptions = {}): Promise<TestSmtp> {
  const received: Email[] = [];
  let connections = 0;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onConnect(_session, done) {
      connections++;
      done();
    },
    onRcptTo({ address }, _session, done) {
      if (!options.refused?.includes(address)) return done();
      done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }));
    },
    async onData(stream, _session, done) {
      try {
        const mail = await PostalMime.parse(Buffer.concat(await Array.fromAsync(stream)));
        await options.beforeTaking?.();
        received.push(mail);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  // The sender may be killed in the middle of a message.
  server.on('error', () => {});
  return {
    received,
    connections: () => connections,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
