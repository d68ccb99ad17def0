import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const { MCP_LINK, MCP_TOOL, MCP_ARGUMENTS } = process.env;
const client = new Client({ name: 'typescript-v2', version: '1.0.0' });
await client.connect(new StreamableHTTPClientTransport(new URL(MCP_LINK)));
const { tools } = await client.listTools();
const { content } = await client.callTool({ name: MCP_TOOL, arguments: JSON.parse(MCP_ARGUMENTS) });
console.log(JSON.stringify({ tools: tools.map(({ name }) => name), text: content[0].text }));
await client.close();
