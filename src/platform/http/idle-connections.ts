import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const looksPerLimit = 4;

interface Use {
  atWork: number;
  writtenBytes: number;
  /** When it was last seen in use, on the clock of `performance.now()`. */
  atMs: number;
}

/**
 * Node's own timer for idle connections ends with the first byte that comes, and an empty line begins no
 * request: a client that sends one after each answer would be kept for ever. In use is who is being
 * answered, by the framework or, as gateways are, before it.
 */
export function closeIdleConnections(app: FastifyInstance, idleMsMax: number): void {
  const uses = new Map<Socket, Use>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    // A request that was injected came over no connection.
    if (!(socket instanceof Socket)) return done();
    const known = uses.get(socket);
    const use = known ?? { atWork: 0, writtenBytes: 0, atMs: 0 };
    if (!known) {
      uses.set(socket, use);
      socket.once('close', () => uses.delete(socket));
    }
    use.atWork++;
    reply.raw.once('close', () => use.atWork--);
    done();
  });
  const timer = setInterval(() => {
    const nowMs = performance.now();
    for (const [socket, use] of uses) {
      const { bytesWritten } = socket;
      if (use.atWork > 0 || bytesWritten !== use.writtenBytes)
        Object.assign(use, { writtenBytes: bytesWritten, atMs: nowMs });
      else if (nowMs - use.atMs >= idleMsMax) socket.destroy();
    }
  }, idleMsMax / looksPerLimit);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
