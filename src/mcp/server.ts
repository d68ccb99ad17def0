import {
  type CallToolResult,
  type Implementation,
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type Result,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import packageFile from '../../package.json' with { type: 'json' };
import { markdownOf } from '../content/outputs/markdown.ts';
import { iconsOf } from '../content/outputs/well-known.ts';
import type { Site } from '../content/site.ts';
import type { DenialLog } from '../gateway/denial-log.ts';
import type { CanCall } from '../gateway/endpoints.ts';
import type { Verifier } from '../gateway/verifier.ts';
import { PublicError } from '../platform/errors.ts';
import { markdownOf as markdownAddress, pages } from '../urls.ts';
import { callTool, type FreeCalls } from './call-tool.ts';
import type { Caller } from './caller.ts';
import { type CatalogueEntry, instructionsFor, mayCall, roleSentence } from './catalogue.ts';
import { complete, getPrompt, listPrompts } from './prompts.ts';
import type { SharedContext } from './toolkit/tool.ts';
import { getFlyingMissions } from './tools/get-flying-missions.ts';

interface ServerOptions {
  catalogue: CatalogueEntry[];
  canCall: CanCall;
  verifier: Verifier;
  freeCalls: FreeCalls;
  refusals: DenialLog;
  context: SharedContext;
}

/** How long a client may cache a list. A key whose role has changed sees its new tools after that. */
const listHint = { ttlMs: 300_000, cacheScope: 'private' } as const;

const notMade = (made: number): CallToolResult => {
  const text = `This call was not made and not counted: the batch had used its time after ${made === 1 ? '1 call' : `${made} calls`}. Send the rest in batches of at most ${made}.`;
  return { content: [{ type: 'text', text }], isError: true };
};

/**
 * The protocol server of one request: it is bound to the caller's key and holds no state between requests. The
 * package's `McpServer` would call a tool that this key may not call unknown; this one explains the refusal.
 */
export function createServer(caller: Caller, options: ServerOptions): Server {
  const { catalogue, canCall, verifier, freeCalls, refusals, context } = options;
  const { site, checks } = context;
  const { key, weather } = caller;
  const reachable = catalogue.filter(({ tool }) => mayCall(tool, key.roles, canCall));
  const server = new ProtocolServer(describeServer(site), {
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    instructions: instructionsFor(site, catalogue, reachable),
    cacheHints: {
      'tools/list': listHint,
      'resources/list': listHint,
      'resources/templates/list': listHint,
      'resources/read': listHint,
      'prompts/list': listHint,
      'server/discover': listHint,
    },
  });
  /** For requests that call no tool and cost no quota. */
  const takeFree = () =>
    freeCalls.take(key.personId).catch((error: unknown) => {
      if (!(error instanceof PublicError)) throw error;
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, error.message);
    });
  const call = (entry: CatalogueEntry, given: Record<string, unknown> | undefined) =>
    callTool({
      tool: entry.tool,
      given,
      caller,
      verifier,
      freeCalls,
      refusals,
      context,
      explainRefusal: () =>
        reachable.includes(entry)
          ? '403 Not authorized: this key no longer works.'
          : `403 Not authorized: ${entry.tool.name} needs an all-access key. ${roleSentence(site, reachable)}`,
    });
  server.onFault = (error) => caller.request.log.error({ err: error }, 'unexpected error');

  server.setRequestHandler('tools/list', () => ({ tools: reachable.map(({ listed }) => listed) }));

  server.setRequestHandler('tools/call', ({ params }) => {
    const entry = catalogue.find(({ tool }) => tool.name === params.name);
    if (entry) return caller.batch.run(() => call(entry, params.arguments), notMade);
    const names = reachable.map(({ tool }) => tool.name).join(', ');
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no such tool. There are ${names}.`);
  });

  server.setRequestHandler('resources/list', () => ({ resources: listPages(site) }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', async ({ params }) => {
    await takeFree();
    return readPage(site, params.uri);
  });
  server.setRequestHandler('prompts/list', () => ({ prompts: listPrompts(site.summary) }));
  server.setRequestHandler('prompts/get', ({ params }) =>
    getPrompt(site.summary, params.name, params.arguments),
  );
  server.setRequestHandler('completion/complete', async ({ params: { argument } }) => {
    await takeFree();
    const maySeeMissions = reachable.some(({ tool }) => tool.name === getFlyingMissions.name);
    return complete(argument.name, argument.value, {
      endpoints: checks.endpoints,
      weather,
      knowsWeather: site.summary.weather,
      maySeeMissions,
    });
  });
  return server;
}

/** The name, version and icons that a client shows for this server. */
function describeServer(site: Site): Implementation {
  const { name } = site.summary.provider;
  return {
    name: name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    title: name,
    version: packageFile.version,
    websiteUrl: site.url + pages.mcp,
    icons: iconsOf(site),
  };
}

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** The package calls params of the wrong kind an internal error, and shows what its validator says of them. */
export class ProtocolServer extends Server {
  /** Told of what is our own fault. */
  onFault: (error: unknown) => void = () => {};

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await wrapped(request, context);
      } catch (error) {
        if (error instanceof ProtocolError) throw error;
        if (isOfValidator(error))
          throw new ProtocolError(
            ProtocolErrorCode.InvalidParams,
            `The params of ${method} are missing or not of the right kind.`,
          );
        this.onFault(error);
        throw new ProtocolError(ProtocolErrorCode.InternalError, 'Something went wrong on our side.');
      }
    };
  }
}

/** It throws the plainest of errors; a mistake of ours is a TypeError or another kind of its own. */
const isOfValidator = (error: unknown) => error instanceof Error && error.constructor === Error;

const mimeType = 'text/markdown';

/** Every page of the documentation, by the address where it is Markdown for everyone. */
const listPages = (site: Site): Resource[] =>
  site.pages.map(({ path, title, description }) => ({
    uri: site.url + markdownAddress(path),
    name: path,
    title,
    description,
    mimeType,
  }));

function readPage(site: Site, uri: string): ReadResourceResult {
  const page = site.pages.find(({ path }) => site.url + markdownAddress(path) === uri);
  const text = page && markdownOf(site, page.path);
  if (text === undefined) throw new ResourceNotFoundError(uri);
  return { contents: [{ uri, mimeType, text }] };
}
