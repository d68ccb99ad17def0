import { connect, type Socket } from 'node:net';

/** Someone who holds a connection and sends little or nothing. */
export class SlowClient {
  readonly #socket: Socket;
  #timer: NodeJS.Timeout | undefined;
  /** Resolves when the portal has ended the connection. */
  readonly cutOff: Promise<void>;
  isOpen = false;

  /** Sends `first` at once and then one byte of `drip`, over and over, every second. */
  constructor(url: string, first = '', drip = '') {
    const { port } = new URL(url);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.cutOff = promise;
    this.#socket = connect(Number(port), '127.0.0.1', () => {
      this.isOpen = true;
      this.#socket.write(first);
    });
    this.#socket.on('error', () => {});
    // What it is told (408) is of no interest, but unread it would keep the end from being seen.
    this.#socket.resume();
    this.#socket.on('close', () => {
      this.isOpen = false;
      clearInterval(this.#timer);
      resolve();
    });
    let sent = 0;
    if (drip) this.#timer = setInterval(() => this.#socket.write(drip[sent++ % drip.length]!), 1000);
  }

  close(): void {
    this.#socket.destroy();
  }
}
