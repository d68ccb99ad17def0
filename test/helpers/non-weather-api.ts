import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gatewayVerify } from '../../src/urls.ts';

/** The content is that of a port authority and has nothing to do with weather. */
export const nonWeatherContent = 'test/fixtures/another-provider';

export interface NonWeatherApi {
  /** The API's base URL, as in `site.yaml` except for the host. */
  url: string;
  close(): Promise<void>;
}

/** Starts an API that verifies every call with the portal before it answers. */
export async function startNonWeatherApi(portalUrl: () => string): Promise<NonWeatherApi> {
  const server = createServer(async (request, response) => {
    const { authorization, origin } = request.headers;
    const cors = origin ? { 'Access-Control-Allow-Origin': origin } : {};
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { ...cors, 'Access-Control-Allow-Headers': 'Authorization' }).end();
      return;
    }
    const verdict = await fetch(portalUrl() + gatewayVerify, {
      headers: {
        ...(authorization && { authorization }),
        'X-Forwarded-Method': request.method!,
        'X-Forwarded-Uri': request.url!,
      },
    });
    response.writeHead(verdict.status, {
      ...cors,
      'Content-Type': 'application/json',
      'X-RateLimit-Limit': verdict.headers.get('x-ratelimit-limit') ?? '',
    });
    const answer = { asked: request.url, roles: verdict.headers.get('x-key-roles') };
    response.end(verdict.ok ? JSON.stringify(answer) : await verdict.text());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
