import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { gatewayVerify } from '../urls.ts';
import {
  type ForwardAuthRequest,
  isRefused,
  readForwardAuth,
  sendAllowed,
  sendRefused,
} from './forward-auth.ts';
import type { RefusalLog } from './refusal-log.ts';
import { notAuthorized, type Verifier } from './verifier.ts';

interface AnswerOptions {
  verifier: Verifier;
  refusals: RefusalLog;
  isPeer: (address: string | undefined) => boolean;
  /** Told of each answer given here, where somebody wants to know. */
  onAnswered?: ((status: number, seconds: number) => void) | undefined;
}

/**
 * Most questions are about a key that was asked about a moment ago. When memory alone can say yes, the
 * answer leaves from here, before the framework has made a request, a reply and a logger of its own. So it
 * does in a storm of refusals, which are only counted then. Everything else takes the long way and is
 * decided, worded and logged there.
 */
export function answerEarly(server: Server, options: AnswerOptions): void {
  for (const listener of server.listeners('request')) {
    server.off('request', listener as RequestListener);
    server.on('request', (request, response) => {
      const goOn = () => listener.call(server, request, response);
      const { onAnswered } = options;
      const began = onAnswered ? performance.now() : 0;
      const answered = () => onAnswered?.(response.statusCode, (performance.now() - began) / 1000);
      const asked = isQuestion(request, options) ? readForwardAuth(request) : undefined;
      // A server that is closing says so, and the framework knows how.
      if (!asked || !server.listening) goOn();
      else if (answerFromMemory(asked, response, options)) answered();
      else if (options.refusals.isFull()) answerInStorm(asked, response, options).then(answered, goOn);
      else goOn();
    });
  }
}

function isQuestion(request: IncomingMessage, { isPeer }: AnswerOptions): boolean {
  return (
    request.url!.startsWith(gatewayVerify) &&
    !hasBody(request) &&
    isReadable(request.url!) &&
    isPeer(request.socket.remoteAddress)
  );
}

/** Returns whether it has answered; when not, nothing has happened. */
function answerFromMemory(
  { credentials, wanted }: ForwardAuthRequest,
  response: ServerResponse,
  { verifier }: AnswerOptions,
): boolean {
  const allowed = credentials && wanted && verifier.verifyFromMemory(credentials, wanted);
  if (allowed) sendAllowed(response, allowed);
  return allowed !== undefined;
}

async function answerInStorm(
  { credentials, wanted }: ForwardAuthRequest,
  response: ServerResponse,
  { verifier, refusals }: AnswerOptions,
): Promise<void> {
  if (verifier.refuseFromMemory(credentials)) {
    refusals.admit();
    return sendRefused(response, refusal);
  }
  try {
    sendAllowed(response, await verifier.verify(credentials, wanted));
  } catch (error) {
    if (!isRefused(error)) throw error;
    refusals.admit();
    sendRefused(response, error);
  }
}

const refusal = notAuthorized();

/** The framework refuses what cannot be decoded. */
function isReadable(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    decodeURI(url);
    return true;
  } catch {
    return false;
  }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
