import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const maxStalledMs = 30_000;
const checksPerWindow = 6;

interface Progress {
  takenBytes: number;
  /** On the clock of `performance.now()`. */
  atMs: number;
}

/**
 * Closes connections on which bytes wait in this process and the system has taken none of them for a while: what
 * waits there is memory. What the system has accepted is not counted.
 */
export function closeStalledConnections(app: FastifyInstance, stalledMs = maxStalledMs): void {
  const sockets = new Set<Socket>();
  const progress = new WeakMap<Socket, Progress>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { socket } = request.raw;
    if (!sockets.has(socket)) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
    done();
  });
  const timer = setInterval(() => {
    const atMs = performance.now();
    for (const socket of sockets) {
      const { waitingBytes, takenBytes } = readQueue(socket);
      const last = progress.get(socket);
      if (waitingBytes === 0) progress.delete(socket);
      else if (takenBytes !== last?.takenBytes) progress.set(socket, { takenBytes, atMs });
      // A graceful end would wait behind the bytes that are not taken.
      else if (atMs - last.atMs >= stalledMs) socket.resetAndDestroy();
    }
  }, stalledMs / checksPerWindow);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Node counts these for its own timeouts; a socket's public counters change with whole chunks only. */
type Handle = { bytesWritten: number; writeQueueSize: number };

function readQueue(socket: Socket): { waitingBytes: number; takenBytes: number } {
  const handle = (socket as Socket & { _handle?: Handle | null })._handle;
  if (!handle) return { waitingBytes: 0, takenBytes: 0 };
  const { bytesWritten, writeQueueSize } = handle;
  return { waitingBytes: writeQueueSize, takenBytes: bytesWritten - writeQueueSize };
}
