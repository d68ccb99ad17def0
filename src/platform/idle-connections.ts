import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const looksPerLimit = 4;

interface Rest {
  atWork: number;
  /** On the clock of `performance.now()`. */
  sinceMs: number;
}

/**
 * Node's own timer for idle connections ends with the first byte that comes, and an empty line begins no
 * request: a client that sends one after each answer would be kept for ever.
 */
export function closeIdleConnections(app: FastifyInstance, idleMsMax: number): void {
  const rests = new Map<Socket, Rest>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const known = rests.get(socket);
    const rest = known ?? { atWork: 0, sinceMs: 0 };
    if (!known) {
      rests.set(socket, rest);
      socket.once('close', () => rests.delete(socket));
    }
    rest.atWork++;
    reply.raw.once('close', () => {
      rest.atWork--;
      rest.sinceMs = performance.now();
    });
    done();
  });
  const timer = setInterval(() => {
    const beforeMs = performance.now() - idleMsMax;
    for (const [socket, { atWork, sinceMs }] of rests)
      if (atWork === 0 && sinceMs < beforeMs) socket.destroy();
  }, idleMsMax / looksPerLimit);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
