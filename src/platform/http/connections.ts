import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The server works on this many requests of one connection at the same time; further ones wait. */
export const maxRunning = 8;
/** No client that reads its responses sends more requests ahead than this. */
export const maxWaiting = 100;
const maxStalledMs = 30_000;
const checksPerLimit = 6;

interface Connection {
  running: number;
  waiting: (() => void)[];
  /** Bytes that were written, and the time of the last check that saw the connection in use. */
  writtenBytes: number;
  usedAtMs: number;
  /** Bytes that the operating system has accepted, and the time of the last check that saw this number change. */
  acceptedBytes: number;
  acceptedAtMs: number;
}

interface ConnectionLimits {
  maxIdleMs: number;
  maxStalledMs?: number;
}

/**
 * Limits what one connection can hold. All times are on the clock of `performance.now()`.
 *
 * - A client can send requests without reading the responses, which would then wait in memory. A response counts as
 *   running until its last byte has left, and a connection that exceeds `maxWaiting` is closed.
 * - A connection is stalled if bytes wait in this process and the operating system accepts none of them.
 * - Node's own timer for idle connections ends with the first byte that arrives, and an empty line starts no request: a
 *   client that sends one after each response would stay connected for ever. Responses that are written without the
 *   framework, as those to gateways are, count as use.
 */
export function limitConnections(app: FastifyInstance, limits: ConnectionLimits): void {
  const { maxIdleMs, maxStalledMs: stalledMs = maxStalledMs } = limits;
  const connections = new Map<Socket, Connection>();
  const track = (socket: Socket) => {
    const nowMs = performance.now();
    const connection = {
      running: 0,
      waiting: [],
      writtenBytes: 0,
      usedAtMs: nowMs,
      acceptedBytes: 0,
      acceptedAtMs: nowMs,
    };
    connections.set(socket, connection);
    socket.once('close', () => connections.delete(socket));
    return connection;
  };

  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    // Injected requests have no connection.
    if (!(socket instanceof Socket)) return done();
    // Requests that were read together with the one that closed the connection are dropped.
    if (socket.destroyed) return;
    const connection: Connection = connections.get(socket) ?? track(socket);
    const start = () => {
      connection.running++;
      reply.raw.once('close', () => {
        connection.running--;
        if (!socket.destroyed) connection.waiting.shift()?.();
      });
      done();
    };
    if (connection.running < maxRunning) return start();
    if (connection.waiting.length < maxWaiting) return void connection.waiting.push(start);
    // A reset also drops the bytes that the operating system holds for the client.
    socket.resetAndDestroy();
  });

  const check = (socket: Socket, connection: Connection, nowMs: number) => {
    const { waitingBytes, acceptedBytes } = readQueue(socket);
    if (waitingBytes === 0 || acceptedBytes !== connection.acceptedBytes)
      Object.assign(connection, { acceptedBytes, acceptedAtMs: nowMs });
    // A graceful close would wait for the bytes that are not accepted.
    else if (nowMs - connection.acceptedAtMs >= stalledMs) return void socket.resetAndDestroy();
    const writtenBytes = socket.bytesWritten;
    if (connection.running > 0 || writtenBytes !== connection.writtenBytes)
      Object.assign(connection, { writtenBytes, usedAtMs: nowMs });
    else if (nowMs - connection.usedAtMs >= maxIdleMs) socket.destroy();
  };
  const timer = setInterval(() => {
    const nowMs = performance.now();
    for (const [socket, connection] of connections) check(socket, connection, nowMs);
  }, Math.min(maxIdleMs, stalledMs) / checksPerLimit);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Node keeps these counters for its own timeouts. The public counters of a socket change with whole chunks only. */
type Handle = { bytesWritten: number; writeQueueSize: number };

function readQueue(socket: Socket): { waitingBytes: number; acceptedBytes: number } {
  const handle = (socket as Socket & { _handle?: Handle | null })._handle;
  if (!handle) return { waitingBytes: 0, acceptedBytes: 0 };
  const { bytesWritten, writeQueueSize } = handle;
  return { waitingBytes: writeQueueSize, acceptedBytes: bytesWritten - writeQueueSize };
}
