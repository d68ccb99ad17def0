import { createHash } from 'node:crypto';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Logger } from 'pino';
import { minuteMs } from '../../time.ts';
import type { Config } from '../config.ts';
import { type Db, isDatabaseReady } from '../database.ts';
import { preferNewConnections } from '../long-work.ts';
import { readRelease } from '../release.ts';
import { randomId } from '../secrets.ts';
import { limitConnections } from './connections.ts';
import { type ErrorForm, handleErrors } from './error-handler.ts';
import { RequestLog } from './request-log.ts';

interface ServerOptions {
  config: Config;
  log: Logger;
  db: Db;
  /** `health`: the process is up. `ready`: it can reach its database. `verify`: a gateway asks about a call. */
  paths: { health: string; ready: string; verify: string };
  /** Headers of every response. */
  headers: Record<string, string>;
  errorForm: ErrorForm;
  /** Answers a request whose path cannot be decoded. Such a request reaches no route and no hook. */
  answerUnreadable: (request: FastifyRequest, reply: FastifyReply) => unknown;
}

/** Longer than a gateway's own timeout: the client side closes first, so that no request meets a closed connection. */
const keepAliveMs = 75_000;
const maxRequestMs = 15_000;

/** Creates a server that limits its connections, turns errors into responses and reports its health. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { config, log, headers, paths, answerUnreadable } = options;
  const server: FastifyInstance = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new RequestLog(Object.values(paths)),
    // The nearest proxy is hop 0.
    trustProxy: (_address, hop) => hop < config.trustProxyHops,
    genReqId: () => randomId(),
    bodyLimit: 64 * 1024,
    requestTimeout: maxRequestMs,
    connectionTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    http: { headersTimeout: 10_000, maxHeaderSize: 16 * 1024, connectionsCheckingInterval: 5000 },
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // A proxy would pass a 503 on to the client, so requests that arrive while the portal stops are still answered.
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) =>
      answerUnreadable(request, (reply as FastifyReply).headers(headers)),
  });
  handleErrors(server, options.errorForm);
  server.server.on('connection', preferNewConnections);
  limitConnections(server, { maxIdleMs: keepAliveMs + maxRequestMs });
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  addHealthRoutes(server, options);
  return server;
}

function addHealthRoutes(app: FastifyInstance, { db, paths }: ServerOptions): void {
  const headers = { 'Cache-Control': 'no-store' };
  const health = { status: 'up', ...readRelease() };
  app.get(paths.health, (_request, reply) => reply.headers(headers).send(health));
  app.get(paths.ready, async (_request, reply) => {
    const ready = await isDatabaseReady(db);
    reply.code(ready ? 200 : 503).headers(headers);
    return { status: ready ? 'ready' : 'database unavailable' };
  });
}

const housekeepingMs = 10 * minuteMs;

interface BackgroundWork {
  start(): Promise<void>;
  /** Each of the promises can fail on its own. */
  stop(): Promise<unknown>[];
  /** Deletes expired rows and sends what is due. A task that fails is tried again in the next round. */
  housekeeping: (() => Promise<unknown>)[];
  log: Logger;
}

/** Starts and stops background work together with the server. */
export function addBackgroundWork(server: FastifyInstance, work: BackgroundWork): void {
  const { start, stop, housekeeping, log } = work;
  const timer = setInterval(async () => {
    for (const task of housekeeping)
      await task().catch((error: unknown) => log.warn({ err: error }, 'housekeeping task failed'));
  }, housekeepingMs);
  timer.unref();
  server.addHook('onReady', start);
  server.addHook('onClose', async () => {
    clearInterval(timer);
    for (const result of await Promise.allSettled(stop()))
      if (result.status === 'rejected') log.warn({ err: result.reason }, 'stopping failed');
  });
}

interface HeaderOptions {
  https: boolean;
  connectTo: string[];
  inlineScripts: string[];
}

/** These headers are sent with every response, HTML or not. */
export function securityHeaders({ https, connectTo, inlineScripts }: HeaderOptions): Record<string, string> {
  const hashes = inlineScripts.map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return {
    'Content-Security-Policy': [
      "default-src 'none'",
      `script-src ${["'self'", ...hashes].join(' ')}`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self'",
      `connect-src ${["'self'", ...connectTo].join(' ')}`,
      "form-action 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'X-Frame-Options': 'DENY',
    ...(https ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}
