import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PublicError } from '../platform/errors.ts';
import { asApiJson, handleErrors } from '../platform/http/error-handler.ts';
import { ignoreBodies } from '../platform/http/ignore-bodies.ts';
import { recordRefusal } from '../platform/log.ts';
import { gatewayVerify } from '../urls.ts';
import { isRefused, readForwardAuth, sendAllowed, sendRefused } from './forward-auth.ts';
import type { RefusalLog } from './refusal-log.ts';
import { type Allowed, notAuthorized, type Verifier } from './verifier.ts';

interface GatewayOptions {
  verifier: Verifier;
  refusals: RefusalLog;
  isPeer: (address: string | undefined) => boolean;
}

/** For nginx auth_request, Caddy forward_auth, Traefik, Envoy ext_authz and APISIX: 200 lets through. */
export function gatewayRoutes(app: FastifyInstance, { verifier, refusals, isPeer }: GatewayOptions): void {
  handleErrors(app, asApiJson);
  const method = acceptAnyRequest(app);
  const decide = (request: FastifyRequest): Promise<Allowed> => {
    if (!isPeer(request.socket.remoteAddress)) throw notAuthorized();
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
          if (!isRefused(error)) throw error;
          if (refusals.admit()) record(request, error);
          sendRefused(reply.hijack().raw, error);
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
