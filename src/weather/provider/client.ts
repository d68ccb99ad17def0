import { z } from 'zod';
import type { ApiPath, ParameterOf } from '../../api/parameters.ts';
import { PublicError } from '../../platform/errors.ts';
import { SharedLimiter } from '../../platform/fair-queue.ts';
import { inSlices, type LongWork } from '../../platform/long-work.ts';
import { apiUnavailable } from '../contract.ts';
import { read, text } from './answer-schemas.ts';
import { JsonError, readJson } from './json-reader.ts';

/** One API of the provider, called with the credentials of one key. */
export interface ProviderApi {
  /** No request ever goes to another host. */
  url: string;
  /** The client ID, which stays the same when secrets and signed tokens change. */
  caller: string;
  /** The value of the Authorization header. */
  authorization: string;
}

/** Undefined is not sent. */
export type QueryValue = string | number | boolean | undefined;

const maxJsonBytes = 8 * 1024 * 1024;
/** An error is a sentence. A longer body is not read. */
const maxErrorBytes = 64 * 1024;
const maxAnswerMs = 20_000;
/** Each call has its own connection, and the provider has other callers. One key uses a tenth of them at most. */
const limiter = new SharedLimiter({ maxRunning: 100, maxPerCaller: 10 });

/** A call names every parameter of its path, so that the compiler finds one that is forgotten. */
type Values<Path extends ApiPath> = Record<ParameterOf<Path>, QueryValue>;

export async function getJson<Path extends ApiPath, Schema extends z.ZodType>(
  api: ProviderApi,
  path: Path,
  values: Values<Path>,
  schema: Schema,
): Promise<{ headers: Headers; body: z.output<Schema> }> {
  const { headers, parts } = await get(api, path, values, maxJsonBytes);
  const body = await parse(parts);
  if (typeof body !== 'object' || body === null)
    throw new PublicError(502, "The provider's API returned something other than what it documents.");
  return { headers, body: read(schema, body, 'the answer') };
}

export async function getFile<Path extends ApiPath>(
  api: ProviderApi,
  path: Path,
  values: Values<Path>,
  maxBytes: number,
): Promise<{ headers: Headers; bytes: Buffer }> {
  const { headers, parts } = await get(api, path, values, maxBytes);
  return { headers, bytes: Buffer.concat(parts) };
}

/**
 * A redirect is an error, so that credentials never go to another host. A failed call is not repeated, because each
 * one counts against the caller's quota.
 */
async function get(
  { url, caller, authorization }: ProviderApi,
  path: string,
  values: Record<string, QueryValue>,
  maxBytes: number,
) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(values[name])));
  const target = new URL(url.replace(/\/$/, '') + filled);
  for (const [name, value] of Object.entries(values))
    if (value !== undefined && !path.includes(`{${name}}`)) target.searchParams.set(name, String(value));
  // The time limit includes the wait for a free connection.
  const signal = AbortSignal.timeout(maxAnswerMs);
  try {
    return await limiter.run(caller, async () => {
      const headers = { Authorization: authorization, Accept: '*/*' };
      const response = await fetch(target, { headers, redirect: 'manual', signal });
      if (!response.ok) throw await errorOf(response);
      const parts = await readWithin(response, maxBytes);
      if (!parts) throw tooLarge(maxBytes);
      return { headers: response.headers, parts };
    });
  } catch (error) {
    throw error instanceof PublicError ? error : notReached(error);
  }
}

/** Undefined if the body is longer. */
async function readWithin(response: Response, maxBytes: number): Promise<Uint8Array[] | undefined> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > maxBytes) return undefined;
    parts.push(part);
  }
  return parts;
}

/** Undefined if the text is not JSON, or exceeds the reader's limits. */
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

const errorAnswer = z.object({ error: text });

/** The error has the API's own words if it sent any. Its failures are not the caller's, so they become a 502. */
async function errorOf(response: Response): Promise<PublicError> {
  const { status, headers } = response;
  const parts = await readWithin(response, maxErrorBytes);
  if (status >= 300 && status < 400)
    return new PublicError(502, "The provider's API answered with a redirect, which is not followed.");
  const sent = errorAnswer.safeParse(parts && (await parse(parts)));
  const words = sent.success ? sent.data.error : '';
  if (status >= 500) return new PublicError(502, words || tryAgain(`status ${status}`));
  const seconds = secondsToWait(headers.get('Retry-After'));
  return new PublicError(
    status,
    words || `The provider's API answered ${status}.`,
    seconds === undefined ? {} : { 'Retry-After': String(seconds) },
  );
}

const maxWaitSeconds = 24 * 60 * 60;

/** HTTP allows seconds or a date. Undefined for anything else, and for more than a day. */
function secondsToWait(retryAfter: string | null): number | undefined {
  // `Date.parse` alone accepts much else as a date, such as -5.
  const [, digits, date = ''] = /^(?:(\d{1,9})|([A-Z][a-z]{2,8},.{10,40} GMT))$/.exec(retryAfter ?? '') ?? [];
  const seconds = digits ? Number(digits) : Math.ceil((Date.parse(date) - Date.now()) / 1000);
  return seconds >= 0 && seconds <= maxWaitSeconds ? seconds : undefined;
}

const tooLarge = (maxBytes: number) =>
  new PublicError(502, `The provider's API answered with more than ${maxBytes / 1024 / 1024} MB.`);

const notReached = (error: unknown) =>
  error instanceof DOMException && error.name === 'TimeoutError'
    ? new PublicError(504, tryAgain(`no answer within ${maxAnswerMs / 1000} seconds`))
    : new PublicError(502, tryAgain('no connection'));

const tryAgain = (why: string) => `${apiUnavailable(why)} Try again in a moment.`;
