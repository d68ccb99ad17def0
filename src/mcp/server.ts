import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from '@modelcontextprotocol/server';
import { PublicError } from '../platform/errors.ts';
import type { Caller } from './caller.ts';
import { complete } from './completions.ts';
import { getPrompt, listPrompts } from './prompts.ts';
import { ProtocolServer } from './protocol-server.ts';
import { listPages, readPage } from './resources.ts';
import type { ToolService } from './tool-service.ts';
import { getFlyingMissions } from './tools/get-flying-missions.ts';

/** For how long a client may keep a list: a key whose role has changed sees others then. */
export const listHint = { ttlMs: 300_000, cacheScope: 'private' } as const;

const notMade = (made: number): CallToolResult => {
  const text = `This call was not made and not counted: the batch had used its time after ${made === 1 ? '1 call' : `${made} calls`}. Send the rest in batches of at most ${made}.`;
  return { content: [{ type: 'text', text }], isError: true };
};

/**
 * One request's server: it knows whose key it serves, and keeps nothing. The package's `McpServer` would call a
 * tool that this key does not see unknown; here it is explained.
 */
export function createServer(caller: Caller, tools: ToolService): Server {
  const { site, checks } = tools.world;
  const { weather } = caller;
  const { reachable, instructions } = tools.viewFor(caller.key.roles);
  const server = new ProtocolServer(tools.info, {
    capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
    instructions,
    cacheHints: {
      'tools/list': listHint,
      'resources/list': listHint,
      'resources/templates/list': listHint,
      'resources/read': listHint,
      'prompts/list': listHint,
      'server/discover': listHint,
    },
  });
  const takeFree = () =>
    tools.takeFree(caller).catch((error: unknown) => {
      if (!(error instanceof PublicError)) throw error;
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, error.message);
    });
  server.onFault = (error) => caller.request.log.error({ err: error }, 'unexpected error');

  server.setRequestHandler('tools/list', () => ({ tools: reachable.map(({ listed }) => listed) }));

  server.setRequestHandler('tools/call', ({ params }) => {
    const entry = tools.find(params.name);
    if (entry) return caller.batch.run(() => tools.call(entry, params.arguments, caller), notMade);
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
