import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { gatewayVerify } from '../urls.ts';
import { readForwardAuth, sendAllowed } from './forward-auth.ts';
import type { Verifier } from './verifier.ts';

interface AnswerOptions {
  verifier: Verifier;
  isPeer: (address: string | undefined) => boolean;
}

/**
 * Most questions are about a key that was asked about a moment ago. When memory alone can say yes, the
 * answer leaves from here, before the framework has made a request, a reply and a logger of its own.
 * Everything else, every no among it, takes the long way and is decided, worded and logged there.
 */
export function answerFromMemory(server: Server, options: AnswerOptions): void {
  const answer = createAnswer(options);
  for (const listener of server.listeners('request')) {
    server.off('request', listener as RequestListener);
    server.on('request', (request, response) => {
      // A server that is closing says so, and the framework knows how.
      if (!server.listening || !answer(request, response)) listener.call(server, request, response);
    });
  }
}

/** Returns whether it has answered; when not, nothing has happened. */
function createAnswer({ verifier, isPeer }: AnswerOptions) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    if (!request.url!.startsWith(gatewayVerify) || hasBody(request) || !isReadable(request.url!))
      return false;
    if (!isPeer(request.socket.remoteAddress)) return false;
    const { credentials, wanted } = readForwardAuth(request);
    const allowed = credentials && wanted && verifier.verifyFromMemory(credentials, wanted);
    if (!allowed) return false;
    sendAllowed(response, allowed);
    return true;
  };
}

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
