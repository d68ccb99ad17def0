import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';

/** A call that leaves nothing to judge: every field of it is one of those below, and of the right kind. */
export type WellFormedCall = {
  id: string | number;
  /** Since the revision of 2026-07-28 a request says with each call which revision it follows. */
  isModern: boolean;
} & ({ method: 'tools/list' } | { method: 'tools/call'; name: string; given: Fields | undefined });

type Fields = Record<string, unknown>;

const modernVersion = '2026-07-28';
const earlierVersions: readonly string[] = SUPPORTED_PROTOCOL_VERSIONS.filter(
  (version) => version !== modernVersion,
);

/** Undefined in every doubt: the protocol's package then reads the same bytes and has the word. */
export function readWellFormedCall({ method, headers, body }: CallRequest): WellFormedCall | undefined {
  if (method !== 'POST' || !Buffer.isBuffer(body) || !takesBothForms(headers)) return undefined;
  const message = parse(body);
  if (!message || !hasOnly(message, ['jsonrpc', 'id', 'method', 'params'])) return undefined;
  const { jsonrpc, id, params = {} } = message;
  if (jsonrpc !== '2.0' || !isId(id) || !isObject(params)) return undefined;
  const isModern = headers['mcp-protocol-version'] === modernVersion;
  if (isModern ? !isModernCall(message, params, headers) : !isEarlierCall(params, headers)) return undefined;
  if (message.method === 'tools/list')
    return hasOnly(params, ['_meta']) ? { id, isModern, method: 'tools/list' } : undefined;
  if (message.method !== 'tools/call' || !hasOnly(params, ['name', 'arguments', '_meta'])) return undefined;
  const { name, arguments: given } = params;
  if (typeof name !== 'string' || !(given === undefined || isObject(given))) return undefined;
  if (given && Object.hasOwn(given, '__proto__')) return undefined;
  return { id, isModern, method: 'tools/call', name, given };
}

type CallRequest = Pick<FastifyRequest, 'method' | 'headers' | 'body'>;
type Headers = FastifyRequest['headers'];

/** JSON is sent, and either JSON or a stream may be answered. No session and no stream is taken up again. */
function takesBothForms(headers: Headers): boolean {
  const { accept = '', 'content-type': type = '' } = headers;
  return (
    /^application\/json(; ?charset=utf-8)?$/i.test(type) &&
    /^application\/json, ?text\/event-stream$/.test(accept) &&
    headers['last-event-id'] === undefined &&
    headers['mcp-session-id'] === undefined
  );
}

/** Revisions before 2026-07-28 name themselves in a header, or not at all. */
function isEarlierCall(params: Fields, headers: Headers): boolean {
  const version = headers['mcp-protocol-version'];
  return (
    (version === undefined || (typeof version === 'string' && earlierVersions.includes(version))) &&
    headers['mcp-method'] === undefined &&
    headers['mcp-name'] === undefined &&
    params._meta === undefined
  );
}

/** The headers repeat what the body says, and the body says who asks. */
function isModernCall(message: Fields, params: Fields, headers: Headers): boolean {
  const { _meta: meta } = params;
  if (!isObject(meta)) return false;
  const names = [PROTOCOL_VERSION_META_KEY, CLIENT_INFO_META_KEY, CLIENT_CAPABILITIES_META_KEY];
  const client = meta[CLIENT_INFO_META_KEY];
  const capabilities = meta[CLIENT_CAPABILITIES_META_KEY];
  return (
    headers['mcp-method'] === message.method &&
    headers['mcp-name'] === (message.method === 'tools/call' ? params.name : undefined) &&
    hasOnly(meta, names) &&
    meta[PROTOCOL_VERSION_META_KEY] === modernVersion &&
    isObject(client) &&
    hasOnly(client, ['name', 'version']) &&
    typeof client.name === 'string' &&
    typeof client.version === 'string' &&
    isObject(capabilities) &&
    Object.keys(capabilities).length === 0
  );
}

const isId = (id: unknown): id is string | number => typeof id === 'string' || Number.isSafeInteger(id);

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const hasOnly = (fields: Fields, names: readonly string[]) =>
  Object.keys(fields).every((name) => names.includes(name));

function parse(body: Buffer): Fields | undefined {
  try {
    const value: unknown = JSON.parse(body.toString());
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
