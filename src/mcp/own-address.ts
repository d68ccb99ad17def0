import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { PublicError } from '../platform/errors.ts';

/**
 * Against pages that a browser took for ours, by a name that was made to lead here, and against pages of others:
 * the request must name this server, and a browser must be on it.
 */
export function requireOwnAddress({ headers }: FastifyRequest, publicUrl: URL): void {
  const hostnames = [publicUrl.hostname, ...localhostAllowedHostnames()];
  if (!validateHostHeader(headers.host, hostnames).ok) throw foreign('Host');
  const { origin } = headers;
  if (origin !== undefined && origin !== publicUrl.origin && hostOf(origin) !== headers.host)
    throw foreign('Origin');
}

const foreign = (header: string) =>
  new PublicError(403, ['Not authorized', `The header ${header} names another site than this server.`]);

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);
