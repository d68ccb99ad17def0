import type { FastifyInstance } from 'fastify';
import { limitPerHour } from '../accounts/limits.ts';
import { acceptJsonOnly } from '../platform/http/request-body.ts';
import type { RateLimits } from '../platform/rate-limits.ts';
import { oauth } from '../urls.ts';
import type { Clients } from './clients.ts';
import { offlineScope } from './contract.ts';
import { tokenError } from './errors.ts';
import { acceptAppCalls } from './token-routes.ts';

/** Some assistants run in one cloud and register anew for every person, so a few addresses serve many people. */
const registrations = limitPerHour('net-oauth-registrations', 300, 'Too many registrations.');
/** Far more than any app sends. */
const maxBodyBytes = 16 * 1024;

/** Apps register themselves (RFC 7591). */
export function registrationRoutes(
  app: FastifyInstance,
  {
    clients,
    limits,
    permission,
    isOpen,
  }: { clients: Clients; limits: RateLimits; permission: string; isOpen: boolean },
): void {
  acceptAppCalls(app);
  acceptJsonOnly(app);
  app.route({
    // A hook answers OPTIONS.
    method: ['POST', 'OPTIONS'],
    url: oauth.register,
    bodyLimit: maxBodyBytes,
    handler: async (request, reply) => {
      if (!isOpen) throw tokenError('access_denied', 'Apps cannot register themselves here.');
      await limits.takeForNetwork(registrations, request.ip);
      const { id, name, redirectUris, createdAt } = await clients.register(request.body);
      reply.code(201);
      // What the app asked for is replaced by what it gets. A field without a value is left out, never null.
      return {
        client_id: id,
        client_id_issued_at: Math.floor(createdAt / 1000),
        ...(name !== '' && { client_name: name }),
        redirect_uris: redirectUris,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        scope: `${permission} ${offlineScope}`,
      };
    },
  });
}
