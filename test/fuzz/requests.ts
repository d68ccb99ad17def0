import fc from 'fast-check';
import { calls, mcpServer } from '../../src/urls.ts';
import { hostileBody, rightBody, rightSignIn } from './bodies.ts';
import { hostileHeaders } from './headers.ts';
import { often } from './hostile-text.ts';
import { hostileMessage, type McpMessage, type McpTool, rightMessage } from './mcp-messages.ts';
import { type OpenApi, operationsOf } from './operations.ts';
import { disturbed } from './query.ts';
import { type Body, credentials, framings, type HostileRequest } from './request.ts';
import type { Route } from './route-list.ts';
import type { KnownWorld } from './schema-values.ts';
import { socketBytes } from './socket-bytes.ts';
import { targetOf } from './targets.ts';

/** What the generator knows about the portal. */
export interface Surface {
  openApi: OpenApi;
  routes: Route[];
  tools: McpTool[];
  world: KnownWorld;
}

export type Shot = HostileRequest | { bytes: string };

/** Generates requests of every kind in any order. */
export function hostileShot(surface: Surface): fc.Arbitrary<Shot> {
  return fc.oneof(
    { weight: 6, arbitrary: operationRequest(surface) },
    { weight: 8, arbitrary: routeRequest(surface) },
    { weight: 4, arbitrary: mcpRequest(surface) },
    { weight: 1, arbitrary: socketBytes.map((bytes) => ({ bytes })) },
  );
}

function operationRequest({ openApi, world }: Surface): fc.Arbitrary<HostileRequest> {
  return fc.oneof(
    ...operationsOf(openApi, world).map(({ aim, method, valid, hostile }) =>
      fc.record({
        aim: fc.constant(aim),
        as: fc.constantFrom('all-access key' as const, 'all-access key' as const, ...credentials),
        method: often(method, anyMethod),
        target: fc.oneof(valid, hostile),
        headers: hostileHeaders,
        body: often(undefined, hostileBody),
        framing,
      }),
    ),
  );
}

function routeRequest({ routes }: Surface): fc.Arbitrary<HostileRequest> {
  const paths = [...new Set(routes.map(({ path }) => path))];
  // The changes of the browser app have the most checks, so they get the most requests.
  const changing = paths.filter((path) => /^\/(users|api_experience|api-experience)\//.test(path));
  return fc.oneof(fc.constantFrom(...paths), fc.constantFrom(...changing)).chain((path) => {
    const own = routes.filter((route) => route.path === path).map(({ method }) => method);
    return fc
      .record({
        as: fc.constantFrom(...credentials, 'signed in' as const, 'verified visitor' as const),
        method: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...own) }, anyMethod),
        target: targetOf(path),
        headers: hostileHeaders,
        body: fc.oneof(rightBodyOf(path), hostileBody, fc.constant(undefined)),
        framing,
      })
      .map((request) => ({ aim: `${request.method} ${path}`, ...request }));
  });
}

function mcpRequest({ tools, world }: Surface): fc.Arbitrary<HostileRequest> {
  return fc
    .tuple(
      fc.oneof(rightMessage(tools, world), hostileMessage(tools, world)),
      fc.constantFrom('all-access key' as const, ...credentials),
      often([], hostileHeaders) as fc.Arbitrary<McpMessage['headers']>,
      often(
        '',
        fc.oneof(fc.constant('?client_id={{client_id}}&api_key={{secret}}'), disturbed(fc.constant([]))),
      ),
      framing,
    )
    .map(([{ headers, body }, as, more, query, how]) =>
      plain(`POST ${mcpServer}`, 'POST', mcpServer + query, {
        as,
        headers: [...headers, ...more],
        body,
        framing: how,
      }),
    );
}

export function plain(
  aim: string,
  method: string,
  target: string,
  rest: Partial<HostileRequest> & { body?: Body | undefined },
): HostileRequest {
  return { aim, as: 'nobody', method, target, headers: [], body: undefined, framing: 'length', ...rest };
}

export const rightBodyOf = (path: string) => (path === calls.signIn ? rightSignIn : rightBody);
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
const anyMethod = fc.constantFrom(...methods);
const framing = fc.oneof(
  { weight: 30, arbitrary: fc.constant('length' as const) },
  fc.constantFrom(...framings),
);
