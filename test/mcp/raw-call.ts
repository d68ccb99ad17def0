import type { CreatedApiToken } from '../../src/keys/contract.ts';
import { mcpServer } from '../../src/urls.ts';
import { type RawAnswer, rawRequest, type SentHeaders } from '../helpers/raw-http.ts';

const listTools = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} });

/** Sends what no client would: any Host, any Origin, a header twice. Lists the tools by default. */
export function postRaw(
  url: string,
  wanted: { query: string; headers: SentHeaders; body?: string | undefined; method?: string | undefined },
): Promise<RawAnswer> {
  const { query, headers, body = listTools, method = 'POST' } = wanted;
  const { port, host } = new URL(url);
  return rawRequest(Number(port), {
    method,
    path: mcpServer + query,
    headers: {
      host,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    ...(method === 'POST' ? { body } : {}),
  });
}

export const linkQuery = ({ external_id, token }: CreatedApiToken) =>
  `?client_id=${external_id}&api_key=${token}`;
