import { connect, createServer, type Server, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** A TCP proxy to a local port that a test can cut and restore. */
export class CuttableProxy {
  #target: number;
  readonly #sockets = new Set<Socket>();
  #isSilent = false;
  #server: Server | undefined;

  constructor(targetPort: number) {
    this.#target = targetPort;
  }

  /** Returns the port to use in place of the real one. New connections lead to the target. */
  async mend(port = 0, targetPort = this.#target): Promise<number> {
    this.#target = targetPort;
    const server = createServer((near) => {
      const far = connect(this.#target, '127.0.0.1');
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one);
        one.pipe(other);
        if (this.#isSilent) one.unpipe(other).pause();
        one.on('error', () => other.destroy());
        one.on('close', () => this.#sockets.delete(one));
      }
    });
    this.#server = server;
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    return (server.address() as { port: number }).port;
  }

  /** Resets all connections. A client in this process notices in the next turns of the event loop. */
  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve));
    for (const socket of this.#sockets) socket.resetAndDestroy();
    await closed;
    await nextTurn();
    await nextTurn();
  }

  /** Drops all bytes without closing, like a firewall that has forgotten the connections. */
  silence(): void {
    this.#isSilent = true;
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  /** Lets new connections pass again. The silent ones stay silent. */
  speak(): void {
    this.#isSilent = false;
  }
}
