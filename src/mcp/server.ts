import {
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
import type { CanCall } from '../gateway/endpoints.ts';
import { PublicError } from '../platform/errors.ts';
import { markdownOf as markdownAddress, pages } from '../urls.ts';
import { callTool, errorResult, freeCallLimit, type ToolServices } from './call-tool.ts';
import type { Caller } from './caller.ts';
import { type CatalogueEntry, describeRole, listNames, mayCall, writeInstructions } from './catalogue.ts';
import { completeArgument, getPrompt, listPrompts } from './prompts.ts';
import { getFlyingMissions } from './tools/mission-tools.ts';

interface ServerOptions extends ToolServices {
  catalogue: CatalogueEntry[];
  canCall: CanCall;
}

/** How long a client may cache a list. A key whose role has changed sees its new tools after that. */
const listHint = { ttlMs: 300_000, cacheScope: 'private' } as const;
const cachedLists = ['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'];
const cachedMethods = [...cachedLists, 'resources/read', 'server/discover'];

/**
 * The protocol server of one request: it is bound to the caller's key and holds no state between requests. The
 * package's `McpServer` would report a tool that this key may not call as unknown; this one explains the denial.
 */
export function createServer(caller: Caller, { catalogue, canCall, ...services }: ServerOptions): Server {
  const { limits, context } = services;
  const { site, checks } = context;
  const { key, weather } = caller;
  const callable = catalogue.filter(({ tool }) => mayCall(tool, key.roles, canCall));
  const { name } = site.summary.provider;
  const server = new ProtocolServer(
    {
      name: name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
      title: name,
      version: packageFile.version,
      websiteUrl: site.url + pages.mcp,
      icons: iconsOf(site),
    },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      instructions: writeInstructions(site, catalogue, callable, key),
      cacheHints: Object.fromEntries(cachedMethods.map((method) => [method, listHint])),
    },
  );
  server.onUnexpectedError = (error) => caller.request.log.error({ err: error }, 'unexpected error');
  /** Counts a request that calls no tool and costs no quota. */
  const takeFreeCall = () =>
    limits.take(freeCallLimit, key.personId).catch((error: unknown) => {
      if (!(error instanceof PublicError)) throw error;
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, error.message);
    });

  server.setRequestHandler('tools/list', () => ({ tools: callable.map(({ listed }) => listed) }));
  server.setRequestHandler('tools/call', ({ params: { name, arguments: input = {} } }) => {
    const entry = catalogue.find(({ tool }) => tool.name === name);
    if (!entry)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `No such tool. Available tools: ${listNames(callable)}.`,
      );
    const { tool } = entry;
    const explainDenial = () =>
      callable.includes(entry)
        ? `403 Not authorized: this ${key.connection ? 'connection' : 'key'} no longer works.`
        : `403 Not authorized: ${tool.name} needs an all-access key. ${describeRole(site, callable, key)}`;
    return caller.batch.run(() => callTool({ tool, input, caller, explainDenial }, services), skippedCall);
  });
  server.setRequestHandler('resources/list', () => ({ resources: listPages(site) }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', async ({ params }) => {
    await takeFreeCall();
    return readPage(site, params.uri);
  });
  server.setRequestHandler('prompts/list', () => ({ prompts: listPrompts(site.summary) }));
  server.setRequestHandler('prompts/get', ({ params }) =>
    getPrompt(site.summary, params.name, params.arguments),
  );
  server.setRequestHandler('completion/complete', async ({ params: { argument } }) => {
    await takeFreeCall();
    const maySeeMissions = callable.some(({ tool }) => tool.name === getFlyingMissions.name);
    const hasWeather = site.summary.weather;
    return completeArgument(argument, { endpoints: checks.endpoints, weather, hasWeather, maySeeMissions });
  });
  return server;
}

const skippedCall = (callCount: number) =>
  errorResult(
    `This call was not made or counted, because the batch ran out of time after ${callCount === 1 ? '1 call' : `${callCount} calls`}. Send the rest in batches of at most ${callCount}.`,
  );

const mimeType = 'text/markdown';

/** Every page of the documentation, by its public Markdown address. */
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

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** The package answers params of the wrong type with an internal error that shows its validator's message. */
export class ProtocolServer extends Server {
  onUnexpectedError: (error: unknown) => void = () => {};

  protected override _wrapHandler(method: string, handler: Handler): Handler {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await wrapped(request, context);
      } catch (error) {
        if (error instanceof ProtocolError) throw error;
        // The validator throws a plain Error. A bug of our own is a TypeError or another subclass.
        if (error instanceof Error && error.constructor === Error)
          throw new ProtocolError(
            ProtocolErrorCode.InvalidParams,
            `The params of ${method} are missing or have the wrong type.`,
          );
        this.onUnexpectedError(error);
        throw new ProtocolError(ProtocolErrorCode.InternalError, 'Something went wrong on our side.');
      }
    };
  }
}
