import { type IncomingMessage, METHODS, type Server, type ServerResponse } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PublicError } from '../platform/errors.ts';
import { asApiJson, handleErrors } from '../platform/http/error-handler.ts';
import { ignoreBodies } from '../platform/http/request-body.ts';
import { pathOf, recordRefusal } from '../platform/log.ts';
import { gatewayVerify } from '../urls.ts';
import { type Credentials, headerValues, onlyValue, parseBasicAuth } from './credentials.ts';
import type { DenialLog } from './denial-log.ts';
import type { ApiCall } from './endpoints.ts';
import { type AllowedCall, isDenialError, notAuthorized, type Verifier } from './verifier.ts';

interface GatewayOptions {
  verifier: Verifier;
  denialLog: DenialLog;
  isAllowedPeer: (address: string | undefined) => boolean;
  /** Called after each answer of the fast path. */
  onAnswered?: ((status: number, seconds: number) => void) | undefined;
}

/** A gateway sends the client's credentials and the call that they are for. */
interface ForwardAuthRequest {
  credentials: Credentials | undefined;
  call: ApiCall | undefined;
}

/** Routes for nginx auth_request, Caddy forward_auth, Traefik, Envoy ext_authz and APISIX. 200 allows the call. */
export function gatewayRoutes(
  app: FastifyInstance,
  { verifier, denialLog, isAllowedPeer }: GatewayOptions,
): void {
  handleErrors(app, asApiJson);
  const method = acceptAnyRequest(app);
  const decide = (request: FastifyRequest): Promise<AllowedCall> => {
    if (!isAllowedPeer(request.socket.remoteAddress)) throw notAuthorized();
    const { credentials, call } = readForwardAuth(request.raw);
    return verifier.verify(credentials, call);
  };
  for (const url of [gatewayVerify, `${gatewayVerify}/*`]) {
    app.route({
      method,
      url,
      // Every request would be too many records, so the level of the route is for faults alone.
      logLevel: 'warn',
      handler: async (request, reply) => {
        try {
          const allowed = await decide(request);
          sendAllowed(reply.hijack().raw, allowed);
        } catch (error) {
          if (!isDenialError(error)) throw error;
          if (denialLog.countDenial()) {
            request.log.level = request.server.log.level;
            recordRefusal(request, 'request', error);
          }
          sendDenied(reply.hijack().raw, error);
        }
      },
    });
  }
}

/** Method and body belong to the client's request, so any method is accepted and the body is ignored. */
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

/**
 * Answers most requests before the framework creates a request, a reply and a logger: calls that memory alone can
 * allow and, while denials are only counted, those too. Everything else is decided and logged by `gatewayRoutes`.
 */
export function installFastPath(server: Server, options: GatewayOptions): void {
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  for (const listener of listeners)
    server.on('request', (request, response) => {
      const next = () => listener.call(server, request, response);
      const { onAnswered } = options;
      const startedAt = onAnswered ? performance.now() : 0;
      const answered = () => onAnswered?.(response.statusCode, (performance.now() - startedAt) / 1000);
      const authRequest = isForwardAuthRequest(request, options) ? readForwardAuth(request) : undefined;
      // The framework knows how to answer while the server is closing.
      if (!authRequest || !server.listening) next();
      else if (allowFromMemory(authRequest, response, options)) answered();
      else if (options.denialLog.isLimitReached())
        answerUnlogged(authRequest, response, options).then(answered, next);
      else next();
    });
}

const isForwardAuthRequest = (request: IncomingMessage, { isAllowedPeer }: GatewayOptions) =>
  request.url?.startsWith(gatewayVerify) &&
  request.headers['content-length'] === undefined &&
  request.headers['transfer-encoding'] === undefined &&
  canDecode(request.url) &&
  isAllowedPeer(request.socket.remoteAddress);

/** The framework answers URLs that cannot be decoded. */
function canDecode(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    decodeURI(url);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether it has answered. If not, nothing was counted or sent. */
function allowFromMemory(
  { credentials, call }: ForwardAuthRequest,
  response: ServerResponse,
  { verifier }: GatewayOptions,
): boolean {
  const allowed = credentials && call && verifier.verifyFromMemory(credentials, call);
  if (allowed) sendAllowed(response, allowed);
  return allowed !== undefined;
}

async function answerUnlogged(
  { credentials, call }: ForwardAuthRequest,
  response: ServerResponse,
  { verifier, denialLog }: GatewayOptions,
): Promise<void> {
  if (verifier.denyFromMemory(credentials)) {
    denialLog.countDenial();
    return sendDenied(response, denied);
  }
  try {
    sendAllowed(response, await verifier.verify(credentials, call));
  } catch (error) {
    if (!isDenialError(error)) throw error;
    denialLog.countDenial();
    sendDenied(response, error);
  }
}

const denied = notAuthorized();

/** The gateway reads who is calling and how much of the hour is left. No browser gets this empty answer. */
function sendAllowed(response: ServerResponse, { key, roles, headers }: AllowedCall): void {
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

/** The gateway passes this answer on to the client, so it has the form of the documented API. */
function sendDenied(response: ServerResponse, { status, message, headers }: PublicError): void {
  const body = JSON.stringify({ error: message, success: false });
  response.writeHead(status, {
    ...headers,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(body.length),
    'X-Content-Type-Options': 'nosniff',
  });
  // The body is ASCII. With latin1, Node sends head and body in one piece without scanning them.
  response.end(body, 'latin1');
}

const readForwardAuth = (request: IncomingMessage): ForwardAuthRequest => ({
  credentials: parseBasicAuth(onlyValue(request, 'authorization')),
  call: readOriginalCall(request),
});

/**
 * Reads the call that a gateway asks about. Envoy appends its path to ours, Caddy, Traefik and APISIX send
 * X-Forwarded-*, nginx sends X-Original-*. All that are present must name the same call: a client that adds another
 * one, or sends a header twice, is denied.
 */
function readOriginalCall(request: IncomingMessage): ApiCall | undefined {
  const named = [
    callFromPath(request),
    callFromHeaders(request, 'x-forwarded-method', 'x-forwarded-uri'),
    callFromHeaders(request, 'x-original-method', 'x-original-uri'),
  ].filter((call) => call !== undefined);
  const [first, ...others] = named;
  const isSame = ({ method, path }: ApiCall) => method === first?.method && path === first.path;
  return first?.path.startsWith('/') && others.every(isSame) ? first : undefined;
}

const ambiguous: ApiCall = { method: '', path: '' };

/** An absolute or escaped spelling of our own path would move the start of the appended one, so it is ambiguous. */
function callFromPath({ method = '', url = '' }: IncomingMessage): ApiCall | undefined {
  const path = pathOf(url);
  if (path === gatewayVerify) return undefined;
  return path.startsWith(`${gatewayVerify}/`)
    ? { method, path: path.slice(gatewayVerify.length) }
    : ambiguous;
}

/** A method without a URI, or a URI without a method, is ambiguous too. */
function callFromHeaders(
  request: IncomingMessage,
  methodHeader: string,
  uriHeader: string,
): ApiCall | undefined {
  const [method, ...otherMethods] = headerValues(request, methodHeader);
  const [uri, ...otherUris] = headerValues(request, uriHeader);
  if (method === undefined && uri === undefined) return undefined;
  const isRepeated = otherMethods.length > 0 || otherUris.length > 0;
  if (method === undefined || uri === undefined || isRepeated) return ambiguous;
  return { method, path: pathOf(uri) };
}

/** Checks the address of the TCP peer, because a header could name any address. Loopback is always allowed. */
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
