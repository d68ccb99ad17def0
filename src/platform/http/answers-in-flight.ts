import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** So many requests of one connection are answered at once; the next of them waits for its turn. */
export const atWorkMax = 8;
/** Nobody who reads the answers sends so many more ahead. */
export const waitingMax = 100;

interface Line {
  atWork: number;
  waiting: (() => void)[];
}

/**
 * A client may send requests without reading what comes back, and each answer would wait in memory. One
 * answer is in flight until its last byte has left for the client's side, so a connection holds a few of
 * them at most, and one that sends on regardless is closed.
 */
export function limitAnswersInFlight(app: FastifyInstance): void {
  const lines = new WeakMap<Socket, Line>();

  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    // What was read together with the request that closed it.
    if (socket.destroyed) return;
    const line = lines.get(socket) ?? { atWork: 0, waiting: [] };
    lines.set(socket, line);
    const begin = () => {
      line.atWork++;
      reply.raw.once('close', () => {
        line.atWork--;
        if (!socket.destroyed) line.waiting.shift()?.();
      });
      done();
    };
    if (line.atWork < atWorkMax) return begin();
    if (line.waiting.length < waitingMax) return void line.waiting.push(begin);
    // What the system holds for it, too, is read by nobody.
    socket.resetAndDestroy();
  });
}
