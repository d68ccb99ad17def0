import type { FastifyInstance } from 'fastify';
import { isSandboxed } from '../content/sandbox.ts';
import type { Site } from '../content/site.ts';
import { createGuestAdmission } from '../gateway/demo/admission.ts';
import { createDemoGuard, createDemoTokens } from '../gateway/demo/guard.ts';
import { createGuard } from '../gateway/guard.ts';
import type { CachedKey } from '../gateway/key-cache.ts';
import { listKeyDenials } from '../keys/own-key.ts';
import { listKeyIds } from '../keys/store.ts';
import { mcpRoutes } from '../mcp/routes.ts';
import type { AccessTokens } from '../oauth/access-tokens.ts';
import { asApiJson, handleErrors } from '../platform/http/error-handler.ts';
import type { RateLimits } from '../platform/rate-limits.ts';
import { api, pages } from '../urls.ts';
import { defaultFlightRoutes } from '../weather/fleet/default-flight.ts';
import { type FleetFeed, fleetRoutes } from '../weather/fleet/fleet-feed.ts';
import { modelRoutes } from '../weather/fleet/model-feed.ts';
import { sourceFor } from '../weather/provider/source-for.ts';
import { costOfCall, weatherRoutes } from '../weather/routes.ts';
import { createSandbox } from '../weather/sandbox/sandbox.ts';
import { statusRoutes } from '../weather/status/status.ts';
import type { PortalServices, wireGateway } from './gateway-wiring.ts';

const maxDenialsForAssistants = 5;

interface WeatherOptions extends Pick<PortalServices, 'config' | 'database' | 'secrets' | 'now'> {
  site: Site;
  gateway: ReturnType<typeof wireGateway>;
  limits: RateLimits;
  /** Undefined if `MCP_URL` names another server. */
  accessTokens: AccessTokens | undefined;
  fleet: FleetFeed;
}

/** The weather source, and every route that serves weather except the pages. */
export function wireWeather(options: WeatherOptions) {
  const { config, database, site, secrets, gateway, limits, accessTokens, fleet, now } = options;
  const { sandbox, hosts } = site.summary;
  const { verifier, quota, denialLog } = gateway;
  const weather = sandbox ? createSandbox(now) : undefined;
  const weatherOf = sourceFor({ sandbox, weather, hosts });
  const demoTokens = weather && createDemoTokens({ secrets, now });
  /** A connection acts for a person, so it reads the denials of all keys of that person. */
  const listDenials = async ({ id, personId, connection }: CachedKey) => {
    const keyIds = connection ? await listKeyIds(database.db, personId) : [id];
    return listKeyDenials(database.db, keyIds, maxDenialsForAssistants);
  };

  return {
    demoTokens,
    async mountRoutes(server: FastifyInstance) {
      const provider = config.demoKey ? weatherOf(config.demoKey) : undefined;
      if (site.summary.weather)
        statusRoutes(server, {
          forecasts: isSandboxed(sandbox, 'forecasts') ? weather : provider,
          data: isSandboxed(sandbox, 'data') ? weather : provider,
          providerName: site.summary.provider.name,
          publicUrl: config.publicUrl,
          now,
        });
      if (weather && demoTokens) {
        server.addHook('onClose', () => weather.close());
        const guests = createGuestAdmission({
          keysUrl: config.publicUrl + pages.apiKeys,
          keyLimit: site.keys.requestsPerHour.key,
          networkFactor: config.rateLimitFactor,
          now,
        });
        await server.register(
          async (scope) => {
            handleErrors(scope, asApiJson);
            await weatherRoutes(scope, {
              guardOf: (routes) =>
                createDemoGuard(routes, {
                  tokens: demoTokens,
                  keyGuard: createGuard(verifier, denialLog, costOfCall),
                  denialLog,
                  costOf: costOfCall,
                  guests,
                }),
              dataApiUrl: hosts.data,
              weather,
              corsOrigins: config.corsOrigins,
              keyOf: (request) => request.key?.id ?? '',
            });
          },
          { prefix: api },
        );
        if (isSandboxed(sandbox, 'data')) {
          fleetRoutes(server, fleet);
          defaultFlightRoutes(server, weather, fleet);
        }
        if (sandbox === 'both')
          await server.register(async (scope) => {
            handleErrors(scope, asApiJson);
            scope.addHook('onRequest', async (request, reply) => {
              reply.headers(guests.take(request, 1));
              await guests.enter(request, reply);
            });
            scope.addHook('onSend', guests.endCall);
            modelRoutes(scope, weather);
          });
      }
      if (accessTokens)
        await server.register(async (scope) =>
          mcpRoutes(scope, {
            verifier,
            accessTokens,
            quota,
            limits,
            denialLog,
            site,
            weatherOf,
            listDenials,
            now,
          }),
        );
    },
  };
}
