import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import {
  createMcpHandler,
  localhostAllowedHostnames,
  validateHostHeader,
} from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DocumentedEndpoint } from '../content/documented-endpoints.ts';
import { createSearchIndex } from '../content/outputs/search-index.ts';
import { search } from '../content/search.ts';
import type { Site } from '../content/site.ts';
import type { DenialLog } from '../gateway/denial-log.ts';
import { accessRules, endpointOf } from '../gateway/endpoints.ts';
import type { CachedKey } from '../gateway/key-cache.ts';
import type { Quota } from '../gateway/quota.ts';
import { isDenialError, notAuthorized, type Verifier } from '../gateway/verifier.ts';
import type { AccessTokens } from '../oauth/access-tokens.ts';
import { PublicError, unavailable } from '../platform/errors.ts';
import { EventLoopQueue } from '../platform/fair-queue.ts';
import { allowOrigins } from '../platform/http/cors.ts';
import { type ErrorForm, handleErrors } from '../platform/http/error-handler.ts';
import { pathOf, truncate } from '../platform/log.ts';
import type { RateLimits } from '../platform/rate-limits.ts';
import { api, mcpServer, pages } from '../urls.ts';
import { isoSeconds } from '../weather/api-time.ts';
import type { WeatherSource } from '../weather/source.ts';
import { BatchRunner, type Caller, readAccessToken, readCredentials, requireSmallBatch } from './caller.ts';
import { createCatalogue } from './catalogue.ts';
import { createServer } from './server.ts';
import { CheckLinks } from './toolkit/check-links.ts';
import type { QuotaLeft, SharedContext } from './toolkit/tool.ts';

interface McpOptions {
  verifier: Verifier;
  accessTokens: AccessTokens;
  quota: Pick<Quota, 'listHours'>;
  limits: RateLimits;
  denialLog: DenialLog;
  site: Site;
  weatherOf: (pair: string) => WeatherSource;
  listDenials: SharedContext['listDenials'];
  now: () => number;
}

/** The Model Context Protocol over Streamable HTTP, its newest revision and the earlier ones, without sessions. */
export function mcpRoutes(
  app: FastifyInstance,
  { verifier, accessTokens, quota, limits, denialLog, site, weatherOf, listDenials, now }: McpOptions,
): void {
  const checks = new CheckLinks(site);
  const options = {
    catalogue: createCatalogue(site),
    canCall: accessRules(site.keys),
    verifier,
    limits,
    denialLog,
    context: {
      site,
      checks,
      // The index is built by the first search, because most assistants only ask for weather.
      search: (query: string) => search(createSearchIndex(site), query),
      isServedHere: createServedHereCheck(site, checks.endpoints),
      quotaLeft: (key: CachedKey) => readQuota(quota, key),
      listDenials,
      now,
    },
  };
  const queue = new EventLoopQueue();
  const hostnames = [new URL(site.url).hostname, ...localhostAllowedHostnames()];
  const handler = createMcpHandler(
    ({ authInfo }) => createServer(authInfo!.extra!.caller as Caller, options),
    {
      onerror: (error) => app.log.info({ reason: truncate(error.message, 300) }, 'mcp request not served'),
    },
  );
  const identify = async (request: FastifyRequest) => {
    const pair = readCredentials(request);
    const access = pair ? undefined : readAccessToken(request);
    const token = typeof access === 'object' ? access.token : undefined;
    const credentials = token === undefined ? pair : await accessTokens.findCredentials(token);
    try {
      const key = await verifier.identify(credentials);
      // Without credentials there is no key.
      return { key, credentials: credentials! };
    } catch (error) {
      if (!isDenialError(error)) throw error;
      // The log counts denials above its limit instead of recording each one.
      if (!denialLog.countDenial()) request.log.level = 'warn';
      // A 401 makes clients ask their person to sign in. Suspended people and wrong keys get the 403 of every call.
      if (credentials || access === undefined) throw error;
      const challenge = accessTokens.challenges[access === 'none' ? 'missing' : 'invalid'];
      throw new PublicError(401, 'Not authorized', { 'WWW-Authenticate': challenge });
    }
  };
  const serve = async (request: FastifyRequest, reply: FastifyReply): Promise<Response> => {
    requireOwnHost(request, hostnames);
    const { key, credentials } = await identify(request);
    const parsedBody = parseMessage(request);
    requireSmallBatch(parsedBody);
    // The key of a connection, never the app's token, is sent to a provider.
    const weather = weatherOf(`${credentials.clientId}:${credentials.password}`);
    const caller: Caller = { request, credentials, key, weather, batch: new BatchRunner() };
    if (site.summary.sandbox) reply.header('X-Synthetic', 'true');
    await queue.next(key.clientId);
    const authInfo = { token: '', clientId: key.clientId, scopes: key.roles, extra: { caller } };
    const webRequest = toWebRequest(request, reply, { hasBody: parsedBody === undefined });
    return handler.fetch(webRequest, { authInfo, parsedBody });
  };
  let isStopping = false;
  const unanswered = new Set<Promise<Response>>();
  // This runs before the server waits for its connections, so that no open stream delays the stop. `handler.close`
  // aborts calls that are not answered yet, so they are waited for.
  app.addHook('preClose', async () => {
    isStopping = true;
    await Promise.allSettled(unanswered);
    await handler.close();
  });
  allowOrigins(app, corsOptions);
  // The package reads the raw body and has its own answer to one that is not JSON.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  handleErrors(app, jsonErrors(site));
  app.route({
    method: ['GET', 'POST', 'DELETE', 'OPTIONS'],
    url: mcpServer,
    handler: async (request, reply) => {
      if (isStopping) throw unavailable();
      const response = serve(request, reply);
      unanswered.add(response);
      return sendWebResponse(reply, await response.finally(() => unanswered.delete(response)));
    },
  });
}

/**
 * Protects against DNS rebinding: the request must name this server. Pages of any origin may call it, because cookies
 * are ignored here.
 */
function requireOwnHost({ headers }: FastifyRequest, hostnames: string[]): void {
  if (!validateHostHeader(headers.host, hostnames).ok)
    throw new PublicError(403, ['Not authorized', 'The Host header does not match this server.']);
}

/** Tells endpoints of this server from a provider's: the provider counts its own calls, and its weather is real. */
function createServedHereCheck({ url }: Site, endpoints: readonly DocumentedEndpoint[]) {
  const routes = endpoints.map(({ route }) => route);
  const findPattern = endpointOf([...new Set(routes.map(({ path }) => api + path))]);
  const elsewhere = new Set(
    routes.filter(({ full_url }) => !full_url.startsWith(url + api)).map(({ path }) => api + path),
  );
  return (path: string) => !elsewhere.has(findPattern(path));
}

async function readQuota(quota: Pick<Quota, 'listHours'>, key: CachedKey): Promise<QuotaLeft> {
  const hour = (await quota.listHours(key.personId))[key.id];
  // The key was deleted after the request was admitted.
  if (!hour) throw notAuthorized();
  const { limit, used, resets_at } = hour;
  return { limit, remaining: limit - used, reset: isoSeconds(Date.parse(resets_at)) };
}

const corsOptions = {
  origins: ['*'],
  methods: 'GET, POST, DELETE',
  requestHeaders:
    'Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id, X-Api-Key, X-Client-Id',
  exposedHeaders: 'Mcp-Session-Id, Retry-After, WWW-Authenticate, X-Synthetic',
};

/** Adds advice to the documented error, because clients show the whole body. They hide the body of a 401. */
function jsonErrors(site: Site): ErrorForm {
  const signIn = `Connect by signing in, or send client_id and api_key. ${site.url}${pages.mcp} shows both ways.`;
  const advice = `Send client_id and api_key. Your personal link has both: ${site.url}${pages.apiKeys} shows it when you create a key. Expired and deleted keys don't work.`;
  return ({ status, messages: [error, more] }, _request, reply) =>
    reply.send({ error, success: false, message: more ?? { 401: signIn, 403: advice }[status] ?? error });
}

/** The message in the body; undefined if it is not JSON, which the package then answers itself. */
function parseMessage({ body }: FastifyRequest): unknown {
  if (!Buffer.isBuffer(body)) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** Only headers that the protocol reads are passed on; credentials are not. */
const protocolHeader = /^(accept|content-type|last-event-id|mcp-.+)$/;

/** The body is added only if it is not passed on parsed, because the package would copy and read it twice. */
function toWebRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  { hasBody }: { hasBody: boolean },
): Request {
  const disconnected = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) disconnected.abort();
  });
  const headers = Object.entries(request.headers).filter(
    (header): header is [string, string] => protocolHeader.test(header[0]) && typeof header[1] === 'string',
  );
  return new Request(new URL(pathOf(request.url), 'http://localhost'), {
    method: request.method,
    headers,
    signal: disconnected.signal,
    ...(hasBody && request.body ? { body: request.body as Buffer<ArrayBuffer> } : {}),
  });
}

/**
 * Streams a subscription, and sends any other answer in one piece. Earlier revisions of the protocol get each answer as
 * a stream that ends by itself, and piping it takes more CPU.
 */
async function sendWebResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  // The client and the HTTP server decide whether the connection stays open.
  response.headers.delete('connection');
  reply.code(response.status).headers({
    ...Object.fromEntries(response.headers),
    'Cache-Control': 'no-store',
    ...(response.status === 405 ? { Allow: 'POST' } : {}),
  });
  const isStream =
    reply.request.headers['mcp-method'] === 'subscriptions/listen' &&
    response.headers.get('content-type')?.startsWith('text/event-stream');
  return reply.send(isStream ? Readable.fromWeb(response.body as ReadableStream) : await response.text());
}
