import type { IncomingMessage, ServerResponse } from 'node:http';
import { PublicError } from '../platform/errors.ts';
import type { Wanted } from './access.ts';
import { type Credentials, parseBasicAuth } from './credentials.ts';
import { onlyValue } from './header-values.ts';
import { originalRequest } from './original-request.ts';
import type { Allowed } from './verifier.ts';

/** What a gateway asks: may these credentials do this? */
export interface ForwardAuthRequest {
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
export function sendAllowed(response: ServerResponse, { key, roles, headers }: Allowed): void {
  response.writeHead(200, {
    ...headers,
    'Cache-Control': 'no-store',
    'Content-Length': '0',
    'X-Client-Id': key.clientId,
    'X-Key-Id': key.id,
    'X-Key-Roles': roles.join(' '),
  });
  response.end();
}

/** Anything else is a fault, which the framework words and logs. */
export const isRefused = (error: unknown): error is PublicError =>
  error instanceof PublicError && (error.status === 403 || error.status === 429);

/** The gateway hands it on to the caller, in the form of the documented API. */
export function sendRefused(response: ServerResponse, { status, message, headers }: PublicError): void {
  const body = JSON.stringify({ error: message, success: false });
  response.writeHead(status, {
    ...headers,
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(body.length),
    'X-Content-Type-Options': 'nosniff',
  });
  // Plain ASCII; said so, head and body leave in one piece without being looked through.
  response.end(body, 'latin1');
}
