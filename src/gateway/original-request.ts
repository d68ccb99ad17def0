import type { FastifyRequest } from 'fastify';
import { pathOf } from '../platform/log.ts';
import { gatewayVerify } from '../urls.ts';
import type { Wanted } from './access.ts';

/**
 * The request that a gateway asks about. Gateways name it in three ways: Envoy by the path behind ours,
 * Traefik and Caddy by X-Forwarded-*, nginx and APISIX by X-Original-*. Each that is present must name the
 * same; a client that smuggles in another one, or the same header twice, is nobody's.
 */
export function originalRequest(request: FastifyRequest): Wanted | undefined {
  const behind = request.raw.url!.slice(gatewayVerify.length);
  const named = [
    behind.startsWith('/') ? { method: request.method, uri: behind } : undefined,
    fromHeaders(request, 'x-forwarded-method', 'x-forwarded-uri'),
    fromHeaders(request, 'x-original-method', 'x-original-uri'),
  ].filter((name) => name !== undefined);
  const [first, ...others] = named;
  if (!first || named.includes(ambiguous)) return undefined;
  if (others.some((other) => other.method !== first.method || other.uri !== first.uri)) return undefined;
  return first.uri.startsWith('/') ? { method: first.method, path: pathOf(first.uri) } : undefined;
}

const ambiguous = { method: '', uri: '' };

/** Half a name is no name. */
function fromHeaders(request: FastifyRequest, methodHeader: string, uriHeader: string) {
  const [method, uri] = [methodHeader, uriHeader].map((name) => request.raw.headersDistinct[name]);
  if (method === undefined && uri === undefined) return undefined;
  if (method?.length !== 1 || uri?.length !== 1) return ambiguous;
  return { method: method[0]!, uri: uri[0]! };
}
