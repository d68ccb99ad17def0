import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { hurryForNewcomers } from '../long-work.ts';
import { randomId } from '../secrets.ts';
import { limitAnswersInFlight } from './answers-in-flight.ts';
import { closeIdleConnections } from './idle-connections.ts';
import { closeStalledConnections } from './slow-readers.ts';

interface ServerOptions {
  config: Config;
  log: Logger;
  /** Of every answer. */
  headers: Record<string, string>;
  /** For an address that cannot be decoded: it reaches no route and no hook. */
  answerUnreadable: (request: FastifyRequest, reply: FastifyReply) => unknown;
}

/** Longer than a gateway's: the side that asks closes first, so that no request meets a closed connection. */
const keepAliveMs = 75_000;
const requestMsMax = 15_000;

export function createServer({ config, log, headers, answerUnreadable }: ServerOptions): FastifyInstance {
  return Fastify({
    loggerInstance: log as FastifyBaseLogger,
    // The nearest proxy is hop 0.
    trustProxy: (_address, hop) => hop < config.trustProxyHops,
    genReqId: () => randomId(),
    bodyLimit: 64 * 1024,
    requestTimeout: requestMsMax,
    connectionTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    http: { headersTimeout: 10_000, maxHeaderSize: 16 * 1024, connectionsCheckingInterval: 5000 },
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // A proxy would hand a 503 on to the client. What still comes while the portal stops is answered.
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) =>
      answerUnreadable(request, (reply as FastifyReply).headers(headers)),
  });
}

/** What one connection may hold, and the headers of every answer. */
export function guardConnections(server: FastifyInstance, headers: Record<string, string>): void {
  server.server.on('connection', hurryForNewcomers);
  closeStalledConnections(server);
  limitAnswersInFlight(server);
  closeIdleConnections(server, keepAliveMs + requestMsMax);
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
