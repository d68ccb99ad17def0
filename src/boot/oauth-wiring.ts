import type { FastifyInstance } from 'fastify';
import { signedInRoutes } from '../accounts/signed-in-routes.ts';
import type { Site } from '../content/site.ts';
import { AccessTokens } from '../oauth/access-tokens.ts';
import { createAuthorizationRequests } from '../oauth/authorization-requests.ts';
import { ClientDocuments, type DocumentNetwork } from '../oauth/client-documents.ts';
import { createClients } from '../oauth/clients.ts';
import { connectionRoutes } from '../oauth/connection-routes.ts';
import { createConnections } from '../oauth/connections.ts';
import { consentRoutes } from '../oauth/consent-routes.ts';
import { permissionOf } from '../oauth/contract.ts';
import { metadataRoutes } from '../oauth/metadata.ts';
import { registrationRoutes } from '../oauth/registration-routes.ts';
import { tokenRoutes } from '../oauth/token-routes.ts';
import { createTokens } from '../oauth/tokens.ts';
import { mcpServer } from '../urls.ts';
import type { wireAccounts } from './accounts-wiring.ts';
import type { PortalServices, wireGateway } from './gateway-wiring.ts';

interface OAuthOptions extends PortalServices {
  site: Site;
  gateway: ReturnType<typeof wireGateway>;
  accounts: ReturnType<typeof wireAccounts>;
  /** Fetches the documents of apps. Tests replace it. */
  documentNetwork?: DocumentNetwork | undefined;
}

/** Apps that connect to the MCP server by signing in. Without an MCP server here, only the list of connections is left. */
export function wireOAuth(options: OAuthOptions) {
  const { config, database, secrets, site, gateway, accounts, documentNetwork, log, now } = options;
  const { db } = database;
  const { publicUrl } = config;
  const { keyMail, limits, visitors, sessions } = accounts;
  const resource = publicUrl + mcpServer;
  const permission = permissionOf(site.summary);
  const isServedHere = site.summary.hasMcpSignIn;
  const onChanged = (keyIds: string[]) => gateway.keys.invalidate(keyIds);
  const connections = createConnections({ db, now, onChanged });
  const { oauthRedirectHosts: allowedHosts, isOAuthRegistrationOpen: isRegistrationOpen } = config;
  const documents = new ClientDocuments({ publicUrl, log, now, network: documentNetwork });
  const clients = createClients({ db, documents, limits, allowedHosts, now });
  const requests = createAuthorizationRequests({
    db,
    clients,
    allowedHosts,
    issuer: publicUrl,
    resource,
    permission,
    now,
  });
  const tokens = createTokens({
    db,
    secrets,
    mail: keyMail,
    limits,
    keyPolicy: site.keys,
    clients,
    connections,
    resource,
    now,
  });
  const { prefixes } = site.keys;
  return {
    accessTokens: isServedHere
      ? new AccessTokens({ db, keys: gateway.keys, prefixes, publicUrl, resource, permission, now })
      : undefined,
    housekeeping: [connections, requests, clients].map((part) => () => part.forgetOld()),
    /** Routes that apps call. */
    async mountRoutes(server: FastifyInstance) {
      if (!isServedHere) return;
      await server.register(async (scope) => tokenRoutes(scope, tokens));
      await server.register(async (scope) =>
        registrationRoutes(scope, { clients, limits, permission, isOpen: isRegistrationOpen }),
      );
      await server.register(async (scope) =>
        metadataRoutes(scope, { site, resource, permission, isRegistrationOpen }),
      );
    },
    /** Routes that use the browser's cookie. The scope must have visitors. */
    async mountBrowserRoutes(scope: FastifyInstance) {
      if (isServedHere)
        await scope.register(async (calls) => consentRoutes(calls, { visitors, sessions, limits, requests }));
      await scope.register(async (calls) =>
        connectionRoutes(signedInRoutes(calls, { visitors, sessions, limits }), {
          connections,
          address: isServedHere ? resource : null,
        }),
      );
    },
  };
}
