import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A TCP proxy to a local port that delays responses. Requests pass at once. */
export class SlowProxy {
  readonly #target: number;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  delayMs = 0;

  constructor(targetPort: number) {
    this.#target = targetPort;
  }

  /** Returns the port to use in place of the real one. */
  async open(): Promise<number> {
    this.#server = createServer((near) => this.#connect(near)).listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server?.close();
  }

  #connect(near: Socket): void {
    const far = connect(this.#target, '127.0.0.1');
    near.pipe(far);
    // Chunks keep their order even if the delay changes.
    let last = Promise.resolve();
    far.on('data', (chunk) => {
      const due = Date.now() + this.delayMs;
      last = last.then(() => until(due)).then(() => void near.write(chunk));
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
  }
}

const until = (due: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, due - Date.now())));
