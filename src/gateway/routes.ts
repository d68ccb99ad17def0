import { METHODS } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { asApiJson, handleErrors } from '../platform/error-handler.ts';
import { ignoreBodies } from '../platform/ignore-bodies.ts';
import { gatewayVerify } from '../urls.ts';
import { parseBasicAuth } from './credentials.ts';
import { headerValues } from './header-values.ts';
import { originalRequest } from './original-request.ts';
import { peerCheck } from './peers.ts';
import { type Allowed, notAuthorized, type Verifier } from './verifier.ts';

/** For nginx auth_request, Caddy forward_auth, Traefik, Envoy ext_authz and APISIX: 200 lets through. */
export function gatewayRoutes(app: FastifyInstance, options: { verifier: Verifier; peers: string[] }): void {
  handleErrors(app, asApiJson);
  const method = acceptAnyRequest(app);
  const isPeer = peerCheck(options.peers);
  const decide = (request: FastifyRequest): Promise<Allowed> => {
    if (!isPeer(request.socket.remoteAddress)) throw notAuthorized();
    const [authorization, ...more] = headerValues(request, 'authorization');
    const credentials = more.length === 0 ? parseBasicAuth(authorization) : undefined;
    return options.verifier.verify(credentials, originalRequest(request));
  };
  for (const url of [gatewayVerify, `${gatewayVerify}/*`]) {
    app.route({
      method,
      url,
      logLevel: 'warn',
      handler: async (request, reply) => {
        const { key, headers } = await loggingRefusal(request, () => decide(request));
        return reply
          .headers({
            ...headers,
            'Cache-Control': 'no-store',
            'X-Client-Id': key.clientId,
            'X-Key-Id': key.id,
            'X-Key-Roles': key.roles.join(' '),
          })
          .send('');
      },
    });
  }
}

/** There are too many questions to log each of them, and few enough refusals. */
async function loggingRefusal<T>(request: FastifyRequest, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    request.log.level = 'info';
    throw error;
  }
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
