import { once } from 'node:events';
import type { FastifyRequest } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';
import type { PublicError } from './errors.ts';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;
type LogLevel = (typeof logLevels)[number];

const standardOutput = pino.destination(1);

/** Logs JSON lines. Code must not pass passwords, codes, cookies or keys to the logger; `redact` is a second defence. */
export function createLog(level: LogLevel, destination: DestinationStream = standardOutput): Logger {
  const options = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    base: { pid: process.pid },
    redact: {
      paths: [
        'code',
        ...['password', 'token', 'secret', 'authorization', 'cookie'].flatMap((name) => [name, `*.${name}`]),
      ],
      censor: '[hidden]',
    },
    serializers: { req: describeRequest, err: pino.stdSerializers.err },
  };
  return pino(options, destination);
}

/** Logs a last line and resolves when it is written: a process that exits at once may write it before the line above. */
export async function logLast(log: Logger, details: object, message: string): Promise<void> {
  if (!log.isLevelEnabled('info')) return;
  // It rejects if nobody reads the log any more, which must not turn a clean stop into a crash.
  const written = once(standardOutput, 'drain').catch(() => undefined);
  log.info(details, message);
  await written;
}

/** Only the path is logged: queries can contain the tokens of reset links and personal MCP links. */
function describeRequest(request: FastifyRequest) {
  return { method: request.method, path: loggedPath(request.url), address: request.ip };
}

/** A URL can be 16 kB long and is logged more than once, so that clients could fill the log. */
const loggedPath = (url: string) => truncate(pathOf(url), 300);

/** Shortens untrusted text for a log line. */
export const truncate = (text: string, maxLength: number) =>
  text.length <= maxLength ? text : `${text.slice(0, maxLength)}… (${text.length})`;

export function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

/** The event says who did what, and with which outcome. The logger adds time, process and request ID. */
interface SecurityEvent {
  event: string;
  outcome: 'ok' | 'refused';
  /** The ID of the account or key, or `anonymous`. */
  actor?: string | undefined;
  /** The path by default. */
  target?: string | undefined;
  reason?: string | undefined;
  /** A keyed hash of the email that was tried: an account may or may not exist. */
  account?: string | undefined;
}

export function recordEvent(request: FastifyRequest, event: SecurityEvent): void {
  request.log.info(
    { security: { actor: 'anonymous', target: loggedPath(request.url), ...event, address: request.ip } },
    event.event,
  );
}

/** Records each error once. Code that knows more about it calls this first; the error handler records the rest. */
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
