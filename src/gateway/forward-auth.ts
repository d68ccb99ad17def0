import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Wanted } from './access.ts';
import { type Credentials, parseBasicAuth } from './credentials.ts';
import { onlyValue } from './header-values.ts';
import { originalRequest } from './original-request.ts';
import type { Allowed } from './verifier.ts';

/** What a gateway asks: may these credentials do this? */
interface ForwardAuthRequest {
  credentials: Credentials | undefined;
  wanted: Wanted | undefined;
}

export function readForwardAuth(request: IncomingMessage): ForwardAuthRequest {
  return {
    credentials: parseBasicAuth(onlyValue(request, 'authorization')),
    wanted: originalRequest(request),
  };
}

/**
 * All that a gateway is told: who it is, and how much of the hour is left. An empty answer that no browser
 * meets needs nothing of what protects a page.
 */
export function sendAllowed(response: ServerResponse, { key, headers }: Allowed): void {
  response.writeHead(200, {
    ...headers,
    'Cache-Control': 'no-store',
    'Content-Length': '0',
    'X-Client-Id': key.clientId,
    'X-Key-Id': key.id,
    'X-Key-Roles': key.roles.join(' '),
  });
  response.end();
}
