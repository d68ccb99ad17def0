import type { SiteSummary } from '../../content/contract.ts';

interface McpServer {
  name: string;
  url: string;
  /** Missing if the app signs in. */
  headers?: Record<string, string>;
}

/** Links by which an app adds the MCP server. Without sign-in, editors ask for the two values of a key. */
export function installLinks({ hosts, provider, keys, hasMcpSignIn }: SiteSummary) {
  if (!hosts.mcp) return [];
  const server = { name: provider.name.toLowerCase(), url: hosts.mcp };
  const { clientId, apiKey } = keys.environment;
  const withHeaders = (id: string, secret: string): McpServer =>
    hasMcpSignIn
      ? server
      : { ...server, headers: { 'X-Client-Id': `\${${id}}`, 'X-Api-Key': `\${${secret}}` } };
  return [
    { title: 'Add to Claude', href: 'https://claude.ai/settings/connectors' },
    { title: 'Add to VS Code', href: vsCodeLink(withHeaders('input:client_id', 'input:api_key')) },
    { title: 'Add to Cursor', href: cursorLink(withHeaders(`env:${clientId}`, `env:${apiKey}`)) },
  ];
}

/** VS Code asks for the two values when it starts the server and stores them itself. */
function vsCodeLink({ name, url, headers }: McpServer): string {
  const inputs = [
    { type: 'promptString', id: 'client_id', description: 'Client ID' },
    { type: 'promptString', id: 'api_key', description: 'API key', password: true },
  ];
  const config = { name, type: 'http', url, ...(headers && { headers, inputs }) };
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(config))}`;
}

/** Cursor reads the two values from its environment. */
function cursorLink({ name, ...server }: McpServer): string {
  const config = encodeURIComponent(btoa(JSON.stringify(server)));
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(name)}&config=${config}`;
}
