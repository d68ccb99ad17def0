import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const { MCP_LINK, MCP_TOOL, MCP_ARGUMENTS } = process.env;
const client = new Client({ name: 'typescript-v1', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL(MCP_LINK)));
const { tools } = await client.listTools();
const { content } = await client.callTool({ name: MCP_TOOL, arguments: JSON.parse(MCP_ARGUMENTS) });
console.log(JSON.stringify({ tools: tools.map(({ name }) => name), text: content[0].text }));
await client.close();
