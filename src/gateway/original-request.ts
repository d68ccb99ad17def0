import type { IncomingMessage } from 'node:http';
import { pathOf } from '../platform/log.ts';
import { gatewayVerify } from '../urls.ts';
import type { Wanted } from './access.ts';
import { headerValues } from './header-values.ts';

/**
 * The request that a gateway asks about. Gateways name it in three ways: Envoy by the path behind ours,
 * Caddy, Traefik and APISIX by X-Forwarded-*, nginx by X-Original-*. Each that is present must name the
 * same; a client that smuggles in another one, or the same header twice, is nobody's.
 */
export function originalRequest(request: IncomingMessage): Wanted | undefined {
  const named = [
    fromPath(request),
    fromHeaders(request, 'x-forwarded-method', 'x-forwarded-uri'),
    fromHeaders(request, 'x-original-method', 'x-original-uri'),
  ].filter((name) => name !== undefined);
  const [first, ...others] = named;
  if (!first?.path.startsWith('/')) return undefined;
  return others.every(({ method, path }) => method === first.method && path === first.path)
    ? first
    : undefined;
}

const ambiguous: Wanted = { method: '', path: '' };

/** An absolute or escaped spelling of our own address would move where the other one begins. */
function fromPath(request: IncomingMessage): Wanted | undefined {
  const path = pathOf(request.url!);
  if (path === gatewayVerify) return undefined;
  return path.startsWith(`${gatewayVerify}/`)
    ? { method: request.method!, path: path.slice(gatewayVerify.length) }
    : ambiguous;
}

/** Half a name is no name. */
function fromHeaders(request: IncomingMessage, methodHeader: string, uriHeader: string): Wanted | undefined {
  const methods = headerValues(request, methodHeader);
  const uris = headerValues(request, uriHeader);
  if (methods.length === 0 && uris.length === 0) return undefined;
  return methods.length === 1 && uris.length === 1
    ? { method: methods[0]!, path: pathOf(uris[0]!) }
    : ambiguous;
}
