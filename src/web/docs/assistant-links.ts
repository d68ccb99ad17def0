import type { Environment } from '../../content/contract.ts';

interface McpServer {
  name: string;
  url: string;
}

/** `{prompt}` in the address of an assistant becomes a first sentence that points it to the page. */
export const promptLink = (address: string, markdown: string) =>
  address.replace('{prompt}', encodeURIComponent(`Read ${markdown} and answer my questions about it.`));

/** VS Code asks for the two values when it starts the server, and keeps them to itself. */
export function vsCodeLink({ name, url }: McpServer): string {
  const inputs = [
    { type: 'promptString', id: 'client_id', description: 'Client id' },
    { type: 'promptString', id: 'api_key', description: 'API key', password: true },
  ];
  const headers = { 'X-Client-Id': filledIn('input:client_id'), 'X-Api-Key': filledIn('input:api_key') };
  return `vscode:mcp/install?${encodeURIComponent(JSON.stringify({ name, type: 'http', url, headers, inputs }))}`;
}

/** Cursor reads the two values from its environment. */
export function cursorLink({ name, url }: McpServer, { clientId, apiKey }: Environment): string {
  const headers = { 'X-Client-Id': filledIn(`env:${clientId}`), 'X-Api-Key': filledIn(`env:${apiKey}`) };
  const config = encodeURIComponent(btoa(JSON.stringify({ url, headers })));
  return `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(name)}&config=${config}`;
}

/** What an editor replaces before it uses it. */
const filledIn = (name: string) => `\${${name}}`;
