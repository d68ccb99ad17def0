import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

/** A client that knows programs alone, as desktop assistants do, with mcp-remote between it and the server. */
const { MCP_LINK, MCP_TOOL, MCP_ARGUMENTS, PATH, HOME } = process.env;
const client = new Client({ name: 'mcp-remote', version: '1.0.0' });
const args = [MCP_LINK, '--allow-http', '--transport', 'http-only'];
await client.connect(new StdioClientTransport({ command: 'mcp-remote', args, env: { PATH, HOME } }));
const { tools } = await client.listTools();
const { content } = await client.callTool({ name: MCP_TOOL, arguments: JSON.parse(MCP_ARGUMENTS) });
console.log(JSON.stringify({ tools: tools.map(({ name }) => name), text: content[0].text }));
await client.close();
