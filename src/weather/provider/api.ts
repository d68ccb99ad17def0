import { PublicError } from '../../platform/errors.ts';
import { SharedLimiter } from '../../platform/fair-queue.ts';
import { inSlices, type LongWork } from '../../platform/long-work.ts';
import { cleanText } from './fields.ts';
import { JsonError, readJson } from './json-reader.ts';

/** One API of the provider, asked in the name of the owner of these credentials. */
export interface ProviderApi {
  /** Where it is; nothing is ever sent elsewhere. */
  url: string;
  /** Whose calls these are: the client id, which stays the same when secrets and signed tokens change. */
  caller: string;
  /** The value of the header, as the caller sent it. */
  authorization: string;
}

export type QueryValues = Record<string, string | number | boolean | undefined>;

const jsonBytesMax = 8 * 1024 * 1024;
/** An error is a sentence; what is longer is not read. */
const errorBytesMax = 64 * 1024;
const answerMsMax = 20_000;
/** Each has a connection of its own, and the provider has other callers. One key takes a tenth of them at most. */
const limiter = new SharedLimiter({ maxRunning: 100, maxPerCaller: 10 });

interface JsonAnswer {
  headers: Headers;
  /** Whole numbers that a JavaScript number cannot hold are kept as big ones. */
  body: Record<string, unknown>;
}

export async function getJson(api: ProviderApi, path: string, query: QueryValues = {}): Promise<JsonAnswer> {
  const { headers, parts } = await get(api, path, query, jsonBytesMax);
  const body = await parse(parts);
  if (typeof body !== 'object' || body === null) throw notUnderstood();
  return { headers, body: body as Record<string, unknown> };
}

export async function getFile(
  api: ProviderApi,
  path: string,
  query: QueryValues,
  bytesMax: number,
): Promise<{ headers: Headers; bytes: Buffer }> {
  const { headers, parts } = await get(api, path, query, bytesMax);
  return { headers, bytes: Buffer.concat(parts) };
}

/** A redirect is no answer: credentials do not follow it. Nothing is tried twice: each try counts for the caller. */
async function get(
  { url, caller, authorization }: ProviderApi,
  path: string,
  query: QueryValues,
  bytesMax: number,
) {
  const target = new URL(url.replace(/\/$/, '') + path);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) target.searchParams.set(name, String(value));
  // The time limit includes the wait for a free place.
  const signal = AbortSignal.timeout(answerMsMax);
  try {
    return await limiter.run(caller, async () => {
      const headers = { Authorization: authorization, Accept: '*/*' };
      const response = await fetch(target, { headers, redirect: 'manual', signal });
      if (!response.ok) throw await refusalOf(response);
      const parts = await readWithin(response, bytesMax);
      if (!parts) throw tooLarge(bytesMax);
      return { headers: response.headers, parts };
    });
  } catch (error) {
    throw error instanceof PublicError ? error : notReached(error);
  }
}

/** Undefined where there is more. */
async function readWithin(response: Response, bytesMax: number): Promise<Uint8Array[] | undefined> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > bytesMax) return undefined;
    parts.push(part);
  }
  return parts;
}

/** Undefined where it is no JSON, or more of it than is read. */
async function parse(parts: Uint8Array[]): Promise<unknown> {
  try {
    return await inSlices(readParts(parts));
  } catch (error) {
    if (error instanceof JsonError) return undefined;
    throw error;
  }
}

function* readParts(parts: Uint8Array[]): LongWork<unknown> {
  const decoder = new TextDecoder();
  let text = '';
  for (const part of parts) {
    text += decoder.decode(part, { stream: true });
    yield;
  }
  return yield* readJson(text + decoder.decode());
}

/** The API's own words where it sent any. Its faults are not the caller's. */
async function refusalOf(response: Response): Promise<PublicError> {
  const { status, headers } = response;
  const parts = await readWithin(response, errorBytesMax);
  if (status >= 300 && status < 400)
    return new PublicError(502, 'The provider’s API answered with a redirect, which is not followed.');
  if (status >= 500)
    return new PublicError(502, `The provider’s API failed with ${status}. Please try again in a moment.`);
  const { error } = ((parts && (await parse(parts))) ?? {}) as { error?: unknown };
  const words = typeof error === 'string' ? cleanText(error) : '';
  const seconds = secondsToWait(headers.get('Retry-After'));
  return new PublicError(
    status,
    words || `The provider’s API answered ${status}.`,
    seconds === undefined ? {} : { 'Retry-After': String(seconds) },
  );
}

const waitSecondsMax = 24 * 60 * 60;

/** Seconds, or a date, as HTTP has it; undefined for anything else, and for more than a day. */
function secondsToWait(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const seconds = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.ceil((Date.parse(retryAfter) - Date.now()) / 1000);
  return isHttpTime(retryAfter) && seconds >= 0 && seconds <= waitSecondsMax ? seconds : undefined;
}

/** `Date.parse` alone reads much else as a date, such as -5. */
const isHttpTime = (text: string) => /^(\d{1,9}|[A-Z][a-z]{2,8},.{10,40} GMT)$/.test(text);

const notUnderstood = () =>
  new PublicError(502, 'The provider’s API answered with something that is not what it documents.');

const tooLarge = (bytesMax: number) =>
  new PublicError(502, `The provider’s API answered with more than ${bytesMax / 1024 / 1024} MB.`);

const notReached = (error: unknown) =>
  error instanceof DOMException && error.name === 'TimeoutError'
    ? new PublicError(504, 'The provider’s API did not answer within 20 seconds.')
    : new PublicError(502, 'The provider’s API could not be reached. Please try again in a moment.');
