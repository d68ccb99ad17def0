import { beforeAll, describe, expect, inject, test } from 'vitest';
import { mcpServer } from '../../../src/urls.ts';
import { mcpLinkOf } from '../../../src/web/keys/first-call/credentials.ts';
import { connect } from '../../mcp/assistant.ts';
import { installNpm, installPip } from './packages.ts';
import { run, runClient } from './run-client.ts';

/** These clients are installed as their documentation says. docs/proof.md has the last results. */
const clients = [
  ['TypeScript SDK v1', installNpm, ['@modelcontextprotocol/sdk@1.32.2'], 'typescript-v1.mjs'],
  ['TypeScript SDK v2', installNpm, ['@modelcontextprotocol/client@2.4.0'], 'typescript-v2.mjs'],
  ['mcp-remote', installNpm, ['mcp-remote@0.15.1', '@modelcontextprotocol/sdk@1.32.2'], 'mcp-remote.mjs'],
  ['Python mcp 1.x', installPip, ['mcp==1.30.0'], 'python_mcp_1.py'],
  ['Python mcp 2.x', installPip, ['mcp==2.3.0'], 'python_mcp_2.py'],
  ['FastMCP', installPip, ['fastmcp==4.1.2'], 'fastmcp_client.py'],
  ['langchain adapters', installPip, ['langchain-mcp-adapters==0.3.2'], 'langchain_adapters.py'],
] as const;

const { url, allAccessKey } = inject('sandbox');
const link = mcpLinkOf(url + mcpServer, allAccessKey.clientId, allAccessKey.apiKey);
const tool = 'get_point_forecast';

describe('current clients see every tool and get the same answer', () => {
  let given: Record<string, unknown>;
  let expected: { tools: string[]; text: string };
  beforeAll(async () => {
    const assistant = await connect(link);
    const { tools } = await assistant.client.listTools();
    const { data } = await assistant.call('get_initialization_times');
    given = { coordinates: '42.36,-71.06', max_forecast_hour: 3, initialization_time: data.latest };
    const { text } = await assistant.call(tool, given);
    expected = { tools: tools.map(({ name }) => name), text };
    await assistant.close();
  });

  for (const [name, install, packages, program] of clients) {
    const installed = install([...packages]);
    test.skipIf(!installed)(`${name} (${packages[0]})`, async () => {
      const variables = { MCP_LINK: link, MCP_TOOL: tool, MCP_ARGUMENTS: JSON.stringify(given) };
      expect(JSON.parse(await runClient(installed!, program, variables))).toEqual(expected);
    });
  }

  const packages = ['@modelcontextprotocol/inspector@2.12.0'];
  const inspector = installNpm(packages);
  test.skipIf(!inspector)(`Inspector on the command line (${packages[0]})`, async () => {
    const inspect = async (...args: string[]) => {
      const options = ['--cli', link, '--transport', 'http', '--method', ...args];
      return JSON.parse(await run('mcp-inspector', options, inspector!.bin));
    };
    const { tools } = await inspect('tools/list');
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(expected.tools);
    const values = Object.entries(given).flatMap(([name, value]) => ['--tool-arg', `${name}=${value}`]);
    const { content } = await inspect('tools/call', '--tool-name', tool, ...values);
    expect(content[0].text).toBe(expected.text);
  });
});
