import type { Request } from './load.ts';

const revision = '2025-11-25';

/** Creates a message of the Model Context Protocol as a client sends it. */
export function mcpRequest(authorization: string, method: string, params: object = {}): Request {
  return {
    method: 'POST',
    headers: {
      authorization,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': revision,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  };
}

export const toolCall = (authorization: string, name: string, given: object) =>
  mcpRequest(authorization, 'tools/call', { name, arguments: given });
