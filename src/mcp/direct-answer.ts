import { type CallToolResult, SERVER_INFO_META_KEY } from '@modelcontextprotocol/server';
import type { Caller } from './caller.ts';
import { listHint } from './server.ts';
import type { ToolService } from './tool-service.ts';
import { jsonOf } from './toolkit/parts.ts';
import type { WellFormedCall } from './well-formed-call.ts';

/**
 * The message that the protocol's package would answer with, made without it: most of what a call costs otherwise is
 * the package's copying and checking. Undefined where only the package knows the answer.
 */
export async function answerDirectly(
  call: WellFormedCall,
  caller: Caller,
  tools: ToolService,
): Promise<string | Buffer | undefined> {
  const meta = { [SERVER_INFO_META_KEY]: tools.info };
  if (call.method === 'tools/list') {
    const { toolsJson } = tools.viewFor(caller.key.roles);
    const rest = call.isModern
      ? `,${JSON.stringify({ resultType: 'complete', ...listHint, _meta: meta }).slice(1)}`
      : '}';
    return Buffer.concat([Buffer.from('{"result":{"tools":'), toolsJson, Buffer.from(rest + endOf(call))]);
  }
  const entry = tools.find(call.name);
  if (!entry) return undefined;
  const result = await tools.call(entry, call.given, caller);
  const answered = call.isModern
    ? { ...result, resultType: 'complete', _meta: { ...result._meta, ...meta } }
    : result;
  return `{"result":${written(answered)}${endOf(call)}`;
}

function written({ structuredContent, ...result }: CallToolResult): string {
  if (!structuredContent) return JSON.stringify(result);
  return `{"structuredContent":${jsonOf(structuredContent)},${JSON.stringify(result).slice(1)}`;
}

const endOf = ({ id }: WellFormedCall) => `,"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
