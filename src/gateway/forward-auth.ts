import {
  type IncomingMessage,
  METHODS,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PublicError } from '../platform/errors.ts';
import { asApiJson, handleErrors } from '../platform/http/error-handler.ts';
import { ignoreBodies } from '../platform/http/request-body.ts';
import { pathOf, recordRefusal } from '../platform/log.ts';
import { gatewayVerify } from '../urls.ts';
import { type Credentials, headerValues, onlyValue, parseBasicAuth } from './credentials.ts';
import type { DenialLog } from './denial-log.ts';
import type { Wanted } from './endpoints.ts';
import { type Allowed, isDenialError, notAuthorized, type Verifier } from './verifier.ts';

interface GatewayOptions {
  verifier: Verifier;
  refusals: DenialLog;
  isAllowedPeer: (address: string | undefined) => boolean;
}

/** For nginx auth_request, Caddy forward_auth, Traefik, Envoy ext_authz and APISIX: 200 lets through. */
export function gatewayRoutes(
  app: FastifyInstance,
  { verifier, refusals, isAllowedPeer }: GatewayOptions,
): void {
  handleErrors(app, asApiJson);
  const method = acceptAnyRequest(app);
  const decide = (request: FastifyRequest): Promise<Allowed> => {
    if (!isAllowedPeer(request.socket.remoteAddress)) throw notAuthorized();
    const { credentials, wanted } = readForwardAuth(request.raw);
    return verifier.verify(credentials, wanted);
  };
  for (const url of [gatewayVerify, `${gatewayVerify}/*`]) {
    app.route({
      method,
      url,
      logLevel: 'warn',
      handler: async (request, reply) => {
        try {
          const allowed = await decide(request);
          sendAllowed(reply.hijack().raw, allowed);
        } catch (error) {
          if (!isDenialError(error)) throw error;
          if (refusals.admit()) record(request, error);
          sendDenied(reply.hijack().raw, error);
        }
      },
    });
  }
}

/** There are too many questions to log each of them: the level of the route is for faults. */
function record(request: FastifyRequest, error: PublicError): void {
  request.log.level = request.server.log.level;
  recordRefusal(request, 'request', error);
}

/** Method and body belong to the request that is asked about: the method may be any, the body is not looked at. */
function acceptAnyRequest(app: FastifyInstance): string[] {
  ignoreBodies(app);
  const common = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  // CONNECT asks for a tunnel and never becomes a request.
  const methods = METHODS.filter((method) => method !== 'CONNECT');
  for (const method of methods) {
    if (!common.includes(method)) app.addHttpMethod(method, { hasBody: false, overrideExisting: true });
  }
  return methods;
}

interface AnswerOptions {
  verifier: Verifier;
  refusals: DenialLog;
  isAllowedPeer: (address: string | undefined) => boolean;
  /** Told of each answer given here, where somebody wants to know. */
  onAnswered?: ((status: number, seconds: number) => void) | undefined;
}

/**
 * Most questions are about a key that was asked about a moment ago. When memory alone can say yes, the
 * answer leaves from here, before the framework has made a request, a reply and a logger of its own. So it
 * does in a storm of refusals, which are only counted then. Everything else takes the long way and is
 * decided, worded and logged there.
 */
export function installFastPath(server: Server, options: AnswerOptions): void {
  for (const listener of server.listeners('request')) {
    server.off('request', listener as RequestListener);
    server.on('request', (request, response) => {
      const goOn = () => listener.call(server, request, response);
      const { onAnswered } = options;
      const began = onAnswered ? performance.now() : 0;
      const answered = () => onAnswered?.(response.statusCode, (performance.now() - began) / 1000);
      const asked = isForwardAuthRequest(request, options) ? readForwardAuth(request) : undefined;
      // A server that is closing says so, and the framework knows how.
      if (!asked || !server.listening) goOn();
      else if (answerFromMemory(asked, response, options)) answered();
      else if (options.refusals.isFull()) answerInStorm(asked, response, options).then(answered, goOn);
      else goOn();
    });
  }
}

function isForwardAuthRequest(request: IncomingMessage, { isAllowedPeer }: AnswerOptions): boolean {
  return (
    request.url!.startsWith(gatewayVerify) &&
    !hasBody(request) &&
    isReadable(request.url!) &&
    isAllowedPeer(request.socket.remoteAddress)
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
  if (verifier.denyFromMemory(credentials)) {
    refusals.admit();
    return sendDenied(response, refusal);
  }
  try {
    sendAllowed(response, await verifier.verify(credentials, wanted));
  } catch (error) {
    if (!isDenialError(error)) throw error;
    refusals.admit();
    sendDenied(response, error);
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

/** What a gateway asks: may these credentials do this? */
interface ForwardAuthRequest {
  credentials: Credentials | undefined;
  wanted: Wanted | undefined;
}

function readForwardAuth(request: IncomingMessage): ForwardAuthRequest {
  return {
    credentials: parseBasicAuth(onlyValue(request, 'authorization')),
    wanted: originalRequest(request),
  };
}

/**
 * All that a gateway is told: who it is, and how much of the hour is left. An empty answer that no browser
 * meets needs nothing of what protects a page.
 */
function sendAllowed(response: ServerResponse, { key, roles, headers }: Allowed): void {
  response.writeHead(200, {
    ...headers,
    'Cache-Control': 'no-store',
    'Content-Length': '0',
    'X-Client-Id': key.clientId,
    'X-Key-Id': key.id,
    'X-Key-Roles': roles.join(' '),
  });
  response.end();
}

/** The gateway hands it on to the caller, in the form of the documented API. */
function sendDenied(response: ServerResponse, { status, message, headers }: PublicError): void {
  const body = JSON.stringify({ error: message, success: false });
  response.writeHead(status, {
    ...headers,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(body.length),
    'X-Content-Type-Options': 'nosniff',
  });
  // Plain ASCII; said so, head and body leave in one piece without being looked through.
  response.end(body, 'latin1');
}

/**
 * The request that a gateway asks about. Gateways name it in three ways: Envoy by the path behind ours,
 * Caddy, Traefik and APISIX by X-Forwarded-*, nginx by X-Original-*. Each that is present must name the
 * same; a client that smuggles in another one, or the same header twice, is nobody's.
 */
function originalRequest(request: IncomingMessage): Wanted | undefined {
  const named = [
    fromPath(request),
    fromHeaders(request, 'x-forwarded-method', 'x-forwarded-uri'),
    fromHeaders(request, 'x-original-method', 'x-original-uri'),
  ].filter((name) => name !== undefined);
  const [first, ...others] = named;
  if (!first?.path.startsWith('/')) return undefined;
  return others.every(({ method, path }) => method === first.method && path === first.path)
    ? first
    : undefined;
}

const ambiguous: Wanted = { method: '', path: '' };

/** An absolute or escaped spelling of our own address would move where the other one begins. */
function fromPath(request: IncomingMessage): Wanted | undefined {
  const path = pathOf(request.url!);
  if (path === gatewayVerify) return undefined;
  return path.startsWith(`${gatewayVerify}/`)
    ? { method: request.method!, path: path.slice(gatewayVerify.length) }
    : ambiguous;
}

/** Half a name is no name. */
function fromHeaders(request: IncomingMessage, methodHeader: string, uriHeader: string): Wanted | undefined {
  const methods = headerValues(request, methodHeader);
  const uris = headerValues(request, uriHeader);
  if (methods.length === 0 && uris.length === 0) return undefined;
  return methods.length === 1 && uris.length === 1
    ? { method: methods[0]!, path: pathOf(uris[0]!) }
    : ambiguous;
}

/** Whose questions are answered, by the address of the TCP peer: a header could say anything. Loopback always. */
export function createPeerCheck(addresses: string[]): (address: string | undefined) => boolean {
  const peers = new BlockList();
  peers.addSubnet('127.0.0.0', 8, 'ipv4');
  for (const address of ['::1', ...addresses]) peers.addAddress(address, familyOf(address));
  return (address) => {
    const [peer = ''] = (address ?? '').split('%');
    return isIP(peer) !== 0 && peers.check(peer, familyOf(peer));
  };
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
