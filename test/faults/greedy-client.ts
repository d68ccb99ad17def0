import { connect, type Socket } from 'node:net';

export interface Greed {
  url: string;
  path: string;
  headers?: Record<string, string>;
  /** How many requests it sends at once. */
  requests: number;
  /** What it reads of the answers each second; none at all when 0. */
  bytesPerSecond: number;
}

/** A client that asks for much and reads little or nothing of it. */
export class GreedyClient {
  readonly #socket: Socket;
  readonly #timer: NodeJS.Timeout;
  /** When the portal has had enough. */
  readonly cutOff: Promise<void>;
  isOpen = false;

  constructor({ url, path, headers = {}, requests, bytesPerSecond }: Greed) {
    const { port, host } = new URL(url);
    const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    const request = `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.cutOff = promise;
    this.#socket = connect(Number(port), '127.0.0.1', () => {
      this.isOpen = true;
      this.#socket.write(request.repeat(requests));
    });
    this.#socket.pause();
    const ended = () => {
      this.isOpen = false;
      clearInterval(this.#timer);
      resolve();
    };
    this.#socket.on('error', ended);
    this.#socket.on('close', ended);
    this.#timer = setInterval(() => {
      if (bytesPerSecond > 0) this.#socket.read(bytesPerSecond);
      // Who does not read learns of the end only by writing; an empty line between requests means nothing.
      this.#socket.write('\r\n');
    }, 1000);
  }

  close(): void {
    this.#socket.destroy();
  }
}
