import type { FastifyInstance } from 'fastify';
import type { Site } from '../content/site.ts';
import { allowOrigins } from '../platform/http/cors.ts';
import { revalidate, sendFile, servedFile } from '../platform/http/served-file.ts';
import { mcpServer, oauth, pages } from '../urls.ts';
import { offlineScope } from './contract.ts';

interface MetadataOptions {
  site: Site;
  /** The address of the MCP server. */
  resource: string;
  permission: string;
  isRegistrationOpen: boolean;
}

/** The documents by which an app finds out where and how to sign in. They are written once, at the start. */
export function metadataRoutes(
  app: FastifyInstance,
  { site, resource, permission, isRegistrationOpen }: MetadataOptions,
): void {
  const { url: issuer } = site;
  const documentation = site.pages.some(({ path }) => path === pages.mcp) ? issuer + pages.mcp : undefined;

  /** RFC 9728. `offline_access` is left out, as the protocol asks. */
  const protectedResource = {
    resource,
    authorization_servers: [issuer],
    scopes_supported: [permission],
    bearer_methods_supported: ['header'],
    resource_name: `${site.summary.provider.name} MCP server`,
    resource_documentation: documentation,
  };

  /** RFC 8414. */
  const authorizationServer = {
    issuer,
    authorization_endpoint: issuer + oauth.authorize,
    token_endpoint: issuer + oauth.token,
    revocation_endpoint: issuer + oauth.revoke,
    registration_endpoint: isRegistrationOpen ? issuer + oauth.register : undefined,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    scopes_supported: [permission, offlineScope],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    service_documentation: documentation,
  };

  allowOrigins(app, {
    origins: ['*'],
    methods: 'GET',
    requestHeaders: 'Authorization, Content-Type, Mcp-Protocol-Version',
    exposedHeaders: 'ETag',
  });
  const serve = (path: string, metadata: object) => {
    const file = servedFile('application/json; charset=utf-8', JSON.stringify(metadata), revalidate);
    app.route({
      // The hook above answers OPTIONS.
      method: ['GET', 'OPTIONS'],
      url: path,
      handler: (request, reply) => sendFile(request, reply, file),
    });
  };
  serve(oauth.authorizationServer, authorizationServer);
  for (const path of [oauth.protectedResource, oauth.protectedResource + mcpServer])
    serve(path, protectedResource);
}
