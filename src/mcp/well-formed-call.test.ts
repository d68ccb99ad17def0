import { expect, test } from 'vitest';
import { readWellFormedCall } from './well-formed-call.ts';

const both = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const call = {
  jsonrpc: '2.0',
  id: 'a',
  method: 'tools/call',
  params: { name: 'search_docs', arguments: { query: 'wind' } },
};
const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'probe', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const modernHeaders = {
  ...both,
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'search_docs',
};
const modern = { ...call, params: { ...call.params, _meta: meta } };

const read = (message: unknown, headers: Record<string, string> = both, method = 'POST') =>
  readWellFormedCall({ method, headers, body: Buffer.from(JSON.stringify(message)) });

test('calls of the official clients are well formed, of every revision', () => {
  expect(read(list)).toEqual({ id: 1, isModern: false, method: 'tools/list' });
  expect(read({ ...list, params: {} }, { ...both, 'mcp-protocol-version': '2025-06-18' })).toBeDefined();
  expect(read(call)).toEqual({
    id: 'a',
    isModern: false,
    method: 'tools/call',
    name: 'search_docs',
    given: { query: 'wind' },
  });
  expect(read(modern, modernHeaders)).toMatchObject({ isModern: true, name: 'search_docs' });
  expect(
    read(
      { ...list, params: { _meta: meta } },
      { ...both, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' },
    ),
  ).toMatchObject({ isModern: true });
});

test.each([
  ['another method of HTTP', () => read(list, both, 'GET')],
  ['another type', () => read(list, { ...both, 'content-type': 'text/plain' })],
  ['one form alone', () => read(list, { ...both, accept: 'application/json' })],
  ['a stream taken up again', () => read(list, { ...both, 'last-event-id': '1' })],
  ['a session', () => read(list, { ...both, 'mcp-session-id': 'x' })],
  ['an unknown revision', () => read(list, { ...both, 'mcp-protocol-version': '1999-01-01' })],
  [
    'a header of the newest revision in an earlier one',
    () => read(list, { ...both, 'mcp-method': 'tools/list' }),
  ],
  ['another method', () => read({ ...list, method: 'ping' })],
  ['a notification', () => read({ jsonrpc: '2.0', method: 'tools/list' })],
  ['no id', () => read({ ...list, id: null })],
  ['an id that is no whole number', () => read({ ...list, id: 1.5 })],
  ['another field', () => read({ ...list, extra: 1 })],
  ['a cursor', () => read({ ...list, params: { cursor: 'x' } })],
  ['a token for progress', () => read({ ...call, params: { ...call.params, _meta: { progressToken: 1 } } })],
  ['a task', () => read({ ...call, params: { ...call.params, task: {} } })],
  ['arguments that are a list', () => read({ ...call, params: { name: 'search_docs', arguments: [] } })],
  ['no name', () => read({ ...call, params: {} })],
  ['a batch', () => read([list])],
  ['the newest revision without its fields', () => read(call, modernHeaders)],
  ['a name that the header does not repeat', () => read(modern, { ...modernHeaders, 'mcp-name': 'other' })],
  ['a method that the header does not repeat', () => read(modern, { ...modernHeaders, 'mcp-method': 'x' })],
  [
    'capabilities',
    () =>
      read(
        {
          ...modern,
          params: {
            ...modern.params,
            _meta: { ...meta, 'io.modelcontextprotocol/clientCapabilities': { sampling: {} } },
          },
        },
        modernHeaders,
      ),
  ],
])('%s is left to the package', (_, reading) => {
  expect(reading()).toBeUndefined();
});

test('what is no JSON, and a name that reaches for a prototype, are left to it as well', () => {
  const body = (text: string) =>
    readWellFormedCall({ method: 'POST', headers: both, body: Buffer.from(text) });
  expect(body('{"jsonrpc":')).toBeUndefined();
  expect(
    body('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":{"__proto__":1}}}'),
  ).toBeUndefined();
});
