import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { connectionName, readUnreadBytes } from './unread-bytes.ts';

/** A connection on which bytes wait has to take at least so many of them in each window. */
interface Pace {
  bytesMin: number;
  windowMs: number;
}

const slowestPace: Pace = { bytesMin: 8 * 1024, windowMs: 30_000 };
const checksPerWindow = 6;

interface Progress {
  takenBytes: number;
  /** On the clock of `performance.now()`. */
  atMs: number;
}

/** Cuts off who asks for much and does not read it: what waits for them is memory. */
export function cutOffSlowReaders(app: FastifyInstance, pace: Pace = slowestPace): void {
  const sockets = new Set<Socket>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { socket } = request.raw;
    if (!sockets.has(socket)) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
    done();
  });
  const check = createCheck(pace);
  const timer = setInterval(() => void check(sockets), pace.windowMs / checksPerWindow);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

function createCheck({ bytesMin, windowMs }: Pace): (sockets: Set<Socket>) => Promise<void> {
  const lastProgress = new WeakMap<Socket, Progress>();
  /** What had been handed over when nothing worth waiting for was left of it: there is nothing to ask until it is more. */
  const settledBytes = new WeakMap<Socket, number>();
  return async (sockets) => {
    const queues = [...sockets]
      .map((socket) => ({ socket, ...queueOf(socket) }))
      .filter(({ socket, handedOverBytes }) => settledBytes.get(socket) !== handedOverBytes);
    if (queues.length === 0) return;
    const unread = await readUnreadBytes();
    const atMs = performance.now();
    for (const { socket, handedOverBytes, waitingBytes } of queues) {
      const held = unread.get(connectionName(socket)) ?? (unread.size === 0 ? 0 : undefined);
      // The system's list changes while it is read: who is missing or got more is looked at the next time.
      if (held === undefined || queueOf(socket).handedOverBytes !== handedOverBytes) continue;
      // The system takes megabytes for a connection, so that all may wait there and nothing here.
      if (waitingBytes === 0 && held < bytesMin) {
        lastProgress.delete(socket);
        settledBytes.set(socket, handedOverBytes);
        continue;
      }
      const takenBytes = handedOverBytes - held;
      const last = lastProgress.get(socket);
      if (!last || takenBytes - last.takenBytes >= bytesMin) lastProgress.set(socket, { takenBytes, atMs });
      // Without a goodbye, which would wait behind what is not read.
      else if (atMs - last.atMs >= windowMs) socket.resetAndDestroy();
    }
  };
}

/** Node counts these for its own timeouts; a socket's public counters change with whole chunks only. */
type Handle = { bytesWritten: number; writeQueueSize: number };

function queueOf(socket: Socket): { waitingBytes: number; handedOverBytes: number } {
  const handle = (socket as Socket & { _handle?: Handle | null })._handle;
  if (!handle) return { waitingBytes: 0, handedOverBytes: 0 };
  return {
    waitingBytes: handle.writeQueueSize,
    handedOverBytes: handle.bytesWritten - handle.writeQueueSize,
  };
}
