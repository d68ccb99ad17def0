import type { FastifyInstance } from 'fastify';
import { signedInRoutes } from '../accounts/signed-in-routes.ts';
import type { Site } from '../content/site.ts';
import { AccessTokens } from '../oauth/access-tokens.ts';
import { issueCode } from '../oauth/codes.ts';
import { connectionRoutes } from '../oauth/connection-routes.ts';
import { createConnections } from '../oauth/connections.ts';
import type { Approval } from '../oauth/contract.ts';
import { tokenRoutes } from '../oauth/token-routes.ts';
import { createTokens } from '../oauth/tokens.ts';
import { mcpServer } from '../urls.ts';
import type { wireAccounts } from './accounts-wiring.ts';
import type { PortalServices, wireGateway } from './gateway-wiring.ts';

interface OAuthOptions extends PortalServices {
  site: Site;
  gateway: ReturnType<typeof wireGateway>;
  accounts: ReturnType<typeof wireAccounts>;
}

/** Apps that connect to the MCP server by signing in. Without an MCP server here, only the list of connections is left. */
export function wireOAuth({ config, database, secrets, site, gateway, accounts, now }: OAuthOptions) {
  const { db } = database;
  const { publicUrl } = config;
  const { keyMail, limits, visitors, sessions } = accounts;
  const resource = publicUrl + mcpServer;
  const isServedHere = site.summary.hosts.mcp === resource;
  const onChanged = (keyIds: string[]) => gateway.keys.invalidate(keyIds);
  const connections = createConnections({ db, now, onChanged });
  const tokens = createTokens({
    db,
    secrets,
    mail: keyMail,
    limits,
    keyPolicy: site.keys,
    connections,
    resource,
    now,
  });
  const { prefixes } = site.keys;
  return {
    accessTokens: isServedHere
      ? new AccessTokens({ db, keys: gateway.keys, prefixes, publicUrl, resource, now })
      : undefined,
    issueCode: (approval: Approval) => issueCode(db, approval, now()),
    housekeeping: [() => connections.forgetOld()],
    /** Routes that apps call. */
    async mountRoutes(server: FastifyInstance) {
      if (isServedHere) await server.register(async (scope) => tokenRoutes(scope, tokens));
    },
    /** Routes that use the browser's cookie. The scope must have visitors. */
    async mountBrowserRoutes(scope: FastifyInstance) {
      await scope.register(async (calls) =>
        connectionRoutes(signedInRoutes(calls, { visitors, sessions, limits }), connections),
      );
    },
  };
}
