import { PublicError } from '../platform/errors.ts';
import { Turns } from './turns.ts';

/** One API of the provider, asked in the name of the owner of these credentials. */
export interface ProviderApi {
  /** Where it is; nothing is ever sent elsewhere. */
  url: string;
  /** The value of the header, as the caller sent it. */
  authorization: string;
}

export type QueryValues = Record<string, string | number | boolean | undefined>;

const jsonBytesMax = 8 * 1024 * 1024;
const answerMsMax = 20_000;
/** Each has a connection of its own, and the provider has other callers. */
const turns = new Turns(100);

interface JsonAnswer {
  headers: Headers;
  /** Whole numbers that a JavaScript number cannot hold are kept as big ones. */
  body: Record<string, unknown>;
}

export async function getJson(api: ProviderApi, path: string, query: QueryValues = {}): Promise<JsonAnswer> {
  const { response, bytes } = await get(api, path, query, jsonBytesMax);
  const body = parse(bytes);
  if (!response.ok) throw refusalOf(response, body);
  if (typeof body !== 'object' || body === null) throw notUnderstood();
  return { headers: response.headers, body: body as Record<string, unknown> };
}

export async function getFile(
  api: ProviderApi,
  path: string,
  query: QueryValues,
  bytesMax: number,
): Promise<{ headers: Headers; bytes: Buffer }> {
  const { response, bytes } = await get(api, path, query, bytesMax);
  if (!response.ok) throw refusalOf(response, parse(bytes));
  return { headers: response.headers, bytes };
}

/** A redirect is no answer: credentials do not follow it. Nothing is tried twice: each try counts for the caller. */
async function get({ url, authorization }: ProviderApi, path: string, query: QueryValues, bytesMax: number) {
  const target = new URL(url.replace(/\/$/, '') + path);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) target.searchParams.set(name, String(value));
  // The time runs from here: who waits too long for a turn is told so as well.
  const signal = AbortSignal.timeout(answerMsMax);
  try {
    return await turns.take(authorization, async () => {
      const headers = { Authorization: authorization, Accept: '*/*' };
      const response = await fetch(target, { headers, redirect: 'manual', signal });
      return { response, bytes: await readWithin(response, bytesMax) };
    });
  } catch (error) {
    throw error instanceof PublicError ? error : notReached(error);
  }
}

async function readWithin(response: Response, bytesMax: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > bytesMax) throw tooLarge(bytesMax);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

/** Looking at every value costs ten times as much as reading them. */
const mayHoldBigNumber = (json: string) => /\d{16}/.test(json);

function parse(bytes: Buffer): unknown {
  const json = bytes.toString('utf8');
  try {
    return JSON.parse(json, mayHoldBigNumber(json) ? (keepDigits as Reviver) : undefined);
  } catch {
    return undefined;
  }
}

type Reviver = (name: string, value: unknown) => unknown;

const keepDigits = (_name: string, value: unknown, { source }: { source?: string }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && /^-?\d+$/.test(source)
    ? BigInt(source)
    : value;

/** The API's own words where it sent any. Its faults are not the caller's. */
function refusalOf(response: Response, body: unknown): PublicError {
  const { status, headers } = response;
  if (status >= 300 && status < 400)
    return new PublicError(502, 'The provider’s API answered with a redirect, which is not followed.');
  if (status >= 500)
    return new PublicError(502, `The provider’s API failed with ${status}. Please try again in a moment.`);
  const { error } = (body ?? {}) as { error?: unknown };
  const words = typeof error === 'string' && error !== '' ? error : `The provider’s API answered ${status}.`;
  const retryAfter = headers.get('Retry-After');
  return new PublicError(status, words, retryAfter ? { 'Retry-After': retryAfter } : {});
}

const notUnderstood = () =>
  new PublicError(502, 'The provider’s API answered with something that is not what it documents.');

const tooLarge = (bytesMax: number) =>
  new PublicError(502, `The provider’s API answered with more than ${bytesMax / 1024 / 1024} MB.`);

const notReached = (error: unknown) =>
  error instanceof DOMException && error.name === 'TimeoutError'
    ? new PublicError(504, 'The provider’s API did not answer within 20 seconds.')
    : new PublicError(502, 'The provider’s API could not be reached. Please try again in a moment.');
