import { ProtocolError, ProtocolErrorCode, type Server } from '@modelcontextprotocol/server';
import packageFile from '../../package.json' with { type: 'json' };
import type { Verifier } from '../gateway/verifier.ts';
import { pages } from '../urls.ts';
import { callTool } from './call-tool.ts';
import type { Caller } from './caller.ts';
import { type CatalogueEntry, mayCall } from './catalogue.ts';
import { instructionsFor, roleSentence } from './instructions.ts';
import { ProtocolServer } from './protocol-server.ts';
import type { World } from './toolkit/tool.ts';

/**
 * One request's server: it knows whose key it serves, and keeps nothing. The package's `McpServer` would call a
 * tool that this key does not see unknown; here it is explained.
 */
export function createServer(
  caller: Caller,
  { catalogue, verifier, world }: { catalogue: CatalogueEntry[]; verifier: Verifier; world: World },
): Server {
  const { provider } = world.site.summary;
  const reachable = catalogue.filter(({ tool }) => mayCall(tool, caller.key.roles));
  const server = new ProtocolServer(
    {
      name: provider.name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
      title: provider.name,
      version: packageFile.version,
      websiteUrl: world.site.url + pages.mcp,
    },
    { capabilities: { tools: {} }, instructions: instructionsFor(world.site, catalogue, reachable) },
  );
  server.onFault = (error) => caller.request.log.error({ err: error }, 'unexpected error');

  server.setRequestHandler('tools/list', () => ({ tools: reachable.map(({ listed }) => listed) }));

  server.setRequestHandler('tools/call', ({ params }) => {
    const entry = catalogue.find(({ tool }) => tool.name === params.name);
    if (!entry) {
      const names = reachable.map(({ tool }) => tool.name).join(', ');
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no such tool. There are ${names}.`);
    }
    return callTool({
      tool: entry.tool,
      given: params.arguments,
      caller,
      verifier,
      world,
      explainRefusal: () =>
        reachable.includes(entry)
          ? '403 Not authorized: this key no longer works.'
          : `403 Not authorized: ${params.name} needs an all-access key. ${roleSentence(world.site, reachable)}`,
    });
  });
  return server;
}
