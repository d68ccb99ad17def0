import type { FastifyInstance, FastifyRequest, HTTPMethods } from 'fastify';
import { asApiJson, handleErrors } from '../platform/error-handler.ts';
import { gatewayVerify } from '../urls.ts';
import { parseBasicAuth } from './credentials.ts';
import { originalRequest } from './original-request.ts';
import { notAuthorized, type Verifier } from './verifier.ts';

/** For nginx auth_request, Caddy forward_auth, Traefik, Envoy ext_authz and APISIX: 200 lets through. */
export function gatewayRoutes(app: FastifyInstance, options: { verifier: Verifier; peers: string[] }): void {
  handleErrors(app, asApiJson);
  // The body belongs to the request that is asked about.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume();
    done(null);
  });
  const method: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  for (const url of [gatewayVerify, `${gatewayVerify}/*`]) {
    app.route({
      method,
      url,
      logLevel: 'warn',
      handler: async (request, reply) => {
        if (!isPeer(request, options.peers)) throw notAuthorized();
        const { authorization } = request.raw.headersDistinct;
        const credentials = authorization?.length === 1 ? parseBasicAuth(authorization[0]) : undefined;
        const { key, headers } = await options.verifier.verify(credentials, originalRequest(request));
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

/** The TCP peer counts: a header could say anything. */
function isPeer(request: FastifyRequest, peers: string[]): boolean {
  const peer = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  return peer === '::1' || peer.startsWith('127.') || peers.includes(peer);
}
