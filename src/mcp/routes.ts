import { createMcpHandler } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createSearchIndex } from '../content/outputs/search-index.ts';
import { search } from '../content/search.ts';
import type { SearchHit } from '../content/search-terms.ts';
import type { Site } from '../content/site.ts';
import { reachFor } from '../gateway/access.ts';
import type { CachedKey } from '../gateway/cached-key.ts';
import type { Credentials } from '../gateway/credentials.ts';
import { isRefused } from '../gateway/forward-auth.ts';
import type { Quota } from '../gateway/quota.ts';
import type { RefusalLog } from '../gateway/refusal-log.ts';
import { notAuthorized, type Verifier } from '../gateway/verifier.ts';
import { unavailable } from '../platform/errors.ts';
import { allowOrigins } from '../platform/http/cors.ts';
import { type ErrorForm, handleErrors } from '../platform/http/error-handler.ts';
import { clipped } from '../platform/log.ts';
import { OwnTurns } from '../platform/own-turns.ts';
import type { RateLimits } from '../platform/rate-limits.ts';
import { mcpServer, pages } from '../urls.ts';
import { isoSeconds } from '../weather/sandbox/atmosphere/time.ts';
import type { WeatherSource } from '../weather/source.ts';
import { BatchRunner, requireSmallBatch } from './batch.ts';
import { type Caller, pairText, readCredentials } from './caller.ts';
import { catalogueOf } from './catalogue.ts';
import { answerDirectly } from './direct-answer.ts';
import { FreeCalls } from './free-calls.ts';
import { ownAddress } from './own-address.ts';
import { servedHere } from './served-here.ts';
import { createServer } from './server.ts';
import { ToolService } from './tool-service.ts';
import { CheckPages } from './toolkit/check-pages.ts';
import type { QuotaLeft } from './toolkit/tool.ts';
import { keepBodiesRaw, sendMessage, sendWebResponse, toWebRequest } from './web-exchange.ts';
import { readWellFormedCall } from './well-formed-call.ts';

interface McpOptions {
  verifier: Verifier;
  quota: Pick<Quota, 'listHours'>;
  limits: RateLimits;
  refusals: RefusalLog;
  site: Site;
  weatherOf: (pair: string) => WeatherSource;
  now: () => number;
}

/** The Model Context Protocol over Streamable HTTP, its newest revision and the earlier ones, without sessions. */
export function mcpRoutes(
  app: FastifyInstance,
  { verifier, quota, limits, refusals, site, weatherOf, now }: McpOptions,
): void {
  const world = {
    site,
    checks: new CheckPages(site),
    search: searchIn(site),
    isServedHere: servedHere(site),
    mayReach: reachFor(site.keys),
    quotaLeft: (key: CachedKey) => readQuota(quota, key),
    now,
  };
  const freeCalls = new FreeCalls({ limits, now });
  const tools = new ToolService({ catalogue: catalogueOf(site), verifier, freeCalls, refusals, world });
  const turns = new OwnTurns();
  const requireOwnAddress = ownAddress(new URL(site.url));
  const handler = createMcpHandler(({ authInfo }) => createServer(authInfo!.extra!.caller as Caller, tools), {
    onerror: (error) => app.log.info({ reason: clipped(error.message, 300) }, 'mcp request not served'),
  });
  const identify = async (request: FastifyRequest, credentials: Credentials | undefined) => {
    try {
      return await verifier.identify(credentials);
    } catch (error) {
      // In a storm it is counted, and leaves no record of its own.
      if (isRefused(error) && !refusals.admit()) request.log.level = 'warn';
      throw error;
    }
  };
  // Before connections are waited for: nobody's open stream holds up the stop.
  let isStopping = false;
  app.addHook('preClose', () => {
    isStopping = true;
    return handler.close();
  });
  allowOrigins(app, calledByPages);
  keepBodiesRaw(app);
  handleErrors(app, asJsonWithAdvice(site));
  app.route({
    method: ['GET', 'POST', 'DELETE', 'OPTIONS'],
    url: mcpServer,
    handler: async (request, reply) => {
      if (isStopping) throw unavailable();
      requireOwnAddress(request);
      const credentials = readCredentials(request);
      const key = await identify(request, credentials);
      requireSmallBatch(request.body);
      const weather = weatherOf(pairText(credentials!));
      const batch = new BatchRunner();
      const caller: Caller = { request, credentials: credentials!, key, weather, batch };
      if (site.summary.sandbox) reply.header('X-Synthetic', 'true');
      const call = readWellFormedCall(request);
      // The list lies ready.
      if (call?.method !== 'tools/list') await turns.next(key.clientId);
      const message = call && (await answerDirectly(call, caller, tools));
      if (message !== undefined) return sendMessage(reply, message);
      const authInfo = { token: '', clientId: key.clientId, scopes: key.roles, extra: { caller } };
      const response = await handler.fetch(toWebRequest(request, reply), { authInfo });
      return sendWebResponse(reply, response);
    },
  });
}

async function readQuota(quota: Pick<Quota, 'listHours'>, key: CachedKey): Promise<QuotaLeft> {
  const hour = (await quota.listHours(key.personId))[key.id];
  // Deleted since the request was let in.
  if (!hour) throw notAuthorized();
  const { limit, used, resets_at } = hour;
  return { limit, remaining: limit - used, reset: isoSeconds(Date.parse(resets_at)) };
}

const calledByPages = {
  origins: ['*'],
  methods: 'GET, POST, DELETE',
  requestHeaders:
    'Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id, X-Api-Key, X-Client-Id',
  exposedHeaders: 'Mcp-Session-Id, Retry-After, X-Synthetic',
};

/** The index is made when it is first needed: most assistants ask for weather. */
function searchIn(site: Site): (query: string) => SearchHit[] {
  let index: ReturnType<typeof createSearchIndex> | undefined;
  return (query) => {
    index ??= createSearchIndex(site);
    return search(index, query);
  };
}

/** The documented words, and a sentence that helps: clients show the whole body. Never 401, which makes them hide it. */
function asJsonWithAdvice(site: Site): ErrorForm {
  const advice = `Give client_id and api_key: the personal link that ${site.url}${pages.apiKeys} shows with a new key holds both. An expired or deleted key no longer works.`;
  return ({ status, messages: [error, more] }, _request, reply) =>
    reply.send({ error, success: false, message: more ?? (status === 403 ? advice : error) });
}
