import type { FastifyRequest } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { PublicError } from './errors.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
type LogLevel = (typeof logLevels)[number];

/** Structured lines. What could hold a password, code, cookie or key is never handed to the logger. */
export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  const options = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    base: { pid: process.pid },
    redact: {
      paths: [
        'password',
        'code',
        'token',
        'secret',
        'authorization',
        'cookie',
        '*.password',
        '*.token',
        '*.secret',
        '*.authorization',
        '*.cookie',
      ],
      censor: '[hidden]',
    },
    serializers: { req: describeRequest, err: pino.stdSerializers.err },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** The path only: queries carry reset links and personal MCP links. */
function describeRequest(request: FastifyRequest) {
  return { method: request.method, path: shownPath(request.url), address: request.ip };
}

/** An address may be 16 kB long, and is logged more than once: a stranger would write our log for us. */
const shownPath = (url: string) => clipped(pathOf(url), 300);

/** What a stranger wrote, as far as a line of the log has room for it. */
export const clipped = (text: string, lengthMax: number) =>
  text.length <= lengthMax ? text : `${text.slice(0, lengthMax)}… (${text.length})`;

export function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

/**
 * One record a security event: who, from where, what, and how it ended. The time, the process and the
 * request id are the logger's.
 */
interface SecurityEvent {
  event: string;
  outcome: 'ok' | 'refused';
  /** The person or key that acted, as an id; `anonymous` when nobody is known. */
  actor?: string | undefined;
  /** What it was done to; the path when nothing says more. */
  target?: string | undefined;
  reason?: string | undefined;
  /** Of the account that was tried, a keyed hash: nobody knows yet whether there is one. */
  account?: string | undefined;
}

export function recordEvent(request: FastifyRequest, event: SecurityEvent): void {
  request.log.info(
    { security: { actor: 'anonymous', target: shownPath(request.url), ...event, address: request.ip } },
    event.event,
  );
}

/** One record a refusal: the place that knows most about it writes it, the error handler only what nobody wrote. */
export function recordRefusal(
  request: FastifyRequest,
  event: string,
  error: PublicError,
  account?: string,
): void {
  if (recorded.has(error)) return;
  recorded.add(error);
  const reason = `${error.status} ${error.message}`;
  recordEvent(request, { event, outcome: 'refused', reason, ...(account ? { account } : {}) });
}

const recorded = new WeakSet<PublicError>();
