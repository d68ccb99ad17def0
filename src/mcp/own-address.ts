import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import { PublicError } from '../platform/errors.ts';

/**
 * Against pages that a browser took for ours, by a name that was made to lead here: the request must name this
 * server. Pages of other origins may call it, because no cookie counts here.
 */
export function ownAddress(publicUrl: URL): (request: FastifyRequest) => void {
  const hostnames = [publicUrl.hostname, ...localhostAllowedHostnames()];
  // Nearly all name the same.
  let lastOwn: string | undefined;
  return ({ headers: { host } }) => {
    if (host !== undefined && host === lastOwn) return;
    if (!validateHostHeader(host, hostnames).ok)
      throw new PublicError(403, ['Not authorized', 'The header Host names another site than this server.']);
    lastOwn = host;
  };
}
