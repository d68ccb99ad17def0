import fc from 'fast-check';
import { hostileJson, hostileText, mostly } from './hostile-text.ts';
import type { Body } from './request.ts';
import { type KnownWorld, type Schema, validValue } from './schema-values.ts';

export interface McpTool {
  name: string;
  inputSchema: Schema;
}

export interface McpMessage {
  headers: [string, string][];
  body: Body;
}

const newest = '2026-07-28';
const accept: [string, string] = ['accept', 'application/json, text/event-stream'];

/** Generates the messages of an assistant, in the newest revision of the protocol and in the previous one. */
export function rightMessage(tools: McpTool[], world: KnownWorld): fc.Arbitrary<McpMessage> {
  const call = toolCall(tools, ({ schema, name }) => validValue(schema, name, world));
  return fc.oneof(call.map(inNewestForm), call.map(inEarlierForm));
}

/** Generates the same messages with errors. */
export function hostileMessage(tools: McpTool[], world: KnownWorld): fc.Arbitrary<McpMessage> {
  const call = toolCall(tools, ({ schema, name }) => mostly(validValue(schema, name, world), hostileJson));
  const message = fc.oneof({ weight: 3, arbitrary: call }, { weight: 2, arbitrary: anyCall });
  const wrongHeader = fc.tuple(
    fc.constantFrom('mcp-protocol-version', 'mcp-method', 'mcp-name', 'mcp-session-id', 'accept'),
    fc.oneof(
      fc.constantFrom(newest, '2025-06-18', 'tools/call', '=?base64?eA==?=', '=?base64?%?='),
      hostileText,
    ),
  );
  return fc.oneof(
    { weight: 4, arbitrary: message.map(inNewestForm) },
    { weight: 3, arbitrary: message.map(inEarlierForm) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(message.map(inNewestForm), fc.array(wrongHeader, { maxLength: 3 }))
        .map(([{ headers, body }, more]) => ({ headers: [...headers, ...more], body })),
    },
    { weight: 1, arbitrary: fc.array(message.map(envelope), { maxLength: 40 }).map((all) => sent(all, [])) },
    { weight: 1, arbitrary: hostileJson.map((value) => sent(value, [['mcp-protocol-version', newest]])) },
  );
}

/** Creates a call of a tool with these arguments. */
export const toolMessage = (name: string, given: Record<string, unknown>): McpMessage =>
  inEarlierForm({ method: 'tools/call', params: { name, arguments: given } });

interface Call {
  method: string;
  params: unknown;
  id?: unknown;
}

function toolCall(
  tools: McpTool[],
  value: (argument: { schema: Schema; name: string }) => fc.Arbitrary<unknown>,
): fc.Arbitrary<Call> {
  if (tools.length === 0) return fc.constant({ method: 'tools/list', params: {} });
  return fc.oneof(
    ...tools.map(({ name, inputSchema: { properties = {}, required = [] } }) => {
      const fields = Object.entries(properties).map(([each, schema]) => [
        each,
        value({ schema, name: each }),
      ]);
      return fc
        .record(Object.fromEntries(fields) as Record<string, fc.Arbitrary<unknown>>, {
          requiredKeys: required,
        })
        .map((given) => ({ method: 'tools/call', params: { name, arguments: given } }));
    }),
  );
}

const served = ['initialize', 'ping', 'tools/list', 'tools/call', 'server/discover', 'subscriptions/listen'];
const notServed = [
  'resources/read',
  'prompts/get',
  'completion/complete',
  'logging/setLevel',
  'tasks/get',
  'roots/list',
];
const notifications = ['notifications/initialized', 'notifications/cancelled', 'notifications/progress'];
const methods = [...served, ...served, ...notServed, ...notifications];
const anyCall: fc.Arbitrary<Call> = fc.record({
  method: mostly(fc.constantFrom(...methods), hostileText),
  params: mostly<unknown>(fc.constant({}), fc.oneof(hostileJson, protocolParams())),
  id: mostly<unknown>(fc.constant(1), hostileJson),
});

function protocolParams(): fc.Arbitrary<unknown> {
  return fc.record(
    {
      name: hostileJson,
      uri: hostileJson,
      cursor: hostileJson,
      requestId: hostileJson,
      protocolVersion: fc.oneof(fc.constantFrom(newest, '2024-11-05'), hostileJson),
      capabilities: hostileJson,
      clientInfo: hostileJson,
      _meta: hostileJson,
      notifications: hostileJson,
    },
    { requiredKeys: [] },
  );
}

/** A notification has no id. */
const envelope = ({ method, params, id = 1 }: Call) => ({
  jsonrpc: '2.0',
  ...(method.startsWith('notifications/') ? {} : { id }),
  method,
  params,
});

function inNewestForm({ method, params, id }: Call): McpMessage {
  const prefix = 'io.modelcontextprotocol/';
  const meta = {
    [`${prefix}protocolVersion`]: newest,
    [`${prefix}clientInfo`]: { name: 'fuzz', version: '1' },
    [`${prefix}clientCapabilities`]: {},
  };
  const isObject = typeof params === 'object' && params !== null && !Array.isArray(params);
  const name = isObject && 'name' in params && typeof params.name === 'string' ? params.name : undefined;
  return sent(envelope({ method, params: isObject ? { _meta: meta, ...params } : params, id }), [
    ['mcp-protocol-version', newest],
    ['mcp-method', method],
    ...(name === undefined ? [] : [['mcp-name', name] as [string, string]]),
  ]);
}

function inEarlierForm(call: Call): McpMessage {
  return sent(envelope(call), [['mcp-protocol-version', '2025-11-25']]);
}

const sent = (message: unknown, headers: [string, string][]): McpMessage => ({
  headers: [accept, ...headers],
  body: { type: 'application/json', text: JSON.stringify(message) ?? '', times: 1 },
});
