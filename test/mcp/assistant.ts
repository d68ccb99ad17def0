import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { CreatedApiToken } from '../../src/keys/contract.ts';
import { mcpServer } from '../../src/urls.ts';
import { mcpLinkOf } from '../../src/web/keys/first-call/credentials.ts';

/** The official client speaks the newest revision of the protocol and the earlier ones. */
export const eras = ['2026-07-28', 'earlier'] as const;
type Era = (typeof eras)[number];

export interface Called {
  /** The text that the model reads. */
  text: string;
  /** The data that a program reads. The client has checked it against the tool's schema. */
  // biome-ignore lint/suspicious/noExplicitAny: every tool has its own form, and a wrong one fails the test.
  data: any;
  isError: boolean;
  result: CallToolResult;
}

export interface Assistant {
  client: Client;
  call(name: string, given?: Record<string, unknown>): Promise<Called>;
  close(): Promise<void>;
}

export const personalLink = (url: string, key: CreatedApiToken) =>
  mcpLinkOf(url + mcpServer, key.external_id, key.token);

/** Connects with the personal link alone, or with headers. */
export async function connect(
  link: string,
  { era = '2026-07-28', headers = {} }: { era?: Era; headers?: Record<string, string> } = {},
): Promise<Assistant> {
  const client = new Client(
    { name: 'assistant', version: '1.0.0' },
    { versionNegotiation: { mode: era === 'earlier' ? 'legacy' : { pin: era } } },
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(link), { requestInit: { headers } }));
  return {
    client,
    async call(name, given = {}) {
      const result = await client.callTool({ name, arguments: given });
      const [block] = result.content;
      return {
        text: block?.type === 'text' ? block.text : '',
        data: result.structuredContent,
        isError: result.isError === true,
        result,
      };
    },
    close: () => client.close(),
  };
}
