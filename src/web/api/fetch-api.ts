import { apiUnavailable } from '../../weather/contract.ts';
import { type RequestError, retryAtMs } from '../session/outcome.ts';

/** An API response with any status. A 4xx or 5xx counts as a response too. */
export interface ApiResponse {
  status: number;
  headers: Headers;
  /** Text stays unparsed, so that numbers keep their digits. Other content types are bytes. */
  body: string | ArrayBuffer;
  /** The uncompressed size of the body. */
  bytes: number;
  durationMs: number;
  quota: ApiQuota | undefined;
  /** The earliest time for the next try, if the response names one. */
  retryAtMs: number | undefined;
}

type ApiFailureCode = 'aborted' | 'not-allowed' | 'not-reached' | 'redirected' | 'too-large' | 'too-slow';

export type ApiOutcome =
  | { ok: true; value: ApiResponse }
  | (Omit<RequestError, 'code'> & { code: ApiFailureCode })
  /** The token for the call could not be created. */
  | RequestError;

export interface FetchOptions {
  signal?: AbortSignal | undefined;
  /** The defaults are 2 MB for text and 5 MB for files. */
  maxBytes?: number | undefined;
  onBytes?: ((bytes: number) => void) | undefined;
  timeoutMs?: number | undefined;
}

const maxTextBytes = 2_000_000;
const maxFileBytes = 5_000_000;
const defaultTimeoutMs = 60_000;
const probeMs = 5000;

export const basicAuth = (clientId: string, password: string) => `Basic ${btoa(`${clientId}:${password}`)}`;

/** Makes the documented call from the browser. It sends no cookies of the portal and follows no redirect. */
export async function fetchApi(
  url: string,
  authorization: string,
  { signal, maxBytes, onBytes, timeoutMs = defaultTimeoutMs }: FetchOptions = {},
): Promise<ApiOutcome> {
  const { host, origin } = new URL(url);
  const startedAt = performance.now();
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      headers: { Authorization: authorization },
      credentials: 'omit',
      // `error` would look like a lost connection. With `manual`, the next address is neither read nor
      // called.
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: AbortSignal.any(signal ? [signal, timeout] : [timeout]),
    });
    if (isRedirect(response))
      return failure(
        'redirected',
        `${host} redirects to another address, and this page doesn't follow redirects.`,
      );
    const isText = /^(application\/json|text\/)/.test(response.headers.get('Content-Type') ?? '');
    const bytes = await readBytes(response, maxBytes ?? (isText ? maxTextBytes : maxFileBytes), onBytes);
    if (!bytes)
      return failure('too-large', 'The response is too large to show here. Use the curl command instead.');
    const { status, headers } = response;
    return {
      ok: true,
      value: {
        status,
        headers,
        body: isText ? new TextDecoder().decode(bytes) : bytes,
        bytes: bytes.byteLength,
        durationMs: Math.round(performance.now() - startedAt),
        quota: readQuota(headers),
        retryAtMs: retryAtMs(headers),
      },
    };
  } catch {
    if (signal?.aborted) return failure('aborted', 'You stopped the call.');
    if (timeout.aborted)
      return failure(
        'too-slow',
        `${apiUnavailable(`no answer within ${timeoutMs / 1000} seconds`)} Try again, or request less.`,
      );
    const isOwnHost = origin === globalThis.location?.origin;
    if (!isOwnHost && (await respondsWithoutKey(url)))
      return failure(
        'not-allowed',
        `${host} doesn't allow calls from a browser (CORS). Use the curl command instead.`,
      );
    const problem = apiUnavailable(isOwnHost ? 'no connection' : `no connection to ${host}`);
    return failure('not-reached', `${problem} Check your connection and try again, or use the curl command.`);
  }
}

/** A browser hides why a call failed. If the host answers a request without credentials, CORS is the reason. */
async function respondsWithoutKey(url: string): Promise<boolean> {
  const { origin, pathname } = new URL(url);
  const signal = AbortSignal.timeout(probeMs);
  return fetch(origin + pathname, { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal }).then(
    () => true,
    () => false,
  );
}

/** A browser hides the status of a redirect. */
const isRedirect = ({ type, status }: Response) =>
  type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304);

/** Returns undefined as soon as the body exceeds the limit. Not every browser can iterate over a body. */
async function readBytes(
  { body, headers }: Response,
  maxBytes: number,
  onBytes: FetchOptions['onBytes'],
): Promise<ArrayBuffer | undefined> {
  const reader = body?.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = Number(headers.get('Content-Length') ?? 0) > maxBytes ? Number.POSITIVE_INFINITY : 0;
  try {
    while (bytes <= maxBytes) {
      const next = await reader?.read();
      if (!next || next.done) return new Blob(chunks).arrayBuffer();
      bytes += next.value.byteLength;
      chunks.push(next.value);
      if (bytes <= maxBytes) onBytes?.(bytes);
    }
    return undefined;
  } finally {
    await reader?.cancel();
  }
}

const failure = (code: ApiFailureCode, message: string): ApiOutcome => ({
  ok: false,
  status: 0,
  code,
  message,
});

export interface ApiQuota {
  limit: number;
  remaining: number;
  resetAtMs: number;
}

/** Returns undefined if the host sends no quota headers or doesn't expose them to pages. */
function readQuota(headers: Headers): ApiQuota | undefined {
  const read = (name: string) => Number(headers.get(`X-RateLimit-${name}`) ?? Number.NaN);
  const quota = { limit: read('Limit'), remaining: read('Remaining'), resetAtMs: read('Reset') * 1000 };
  return Object.values(quota).some(Number.isNaN) ? undefined : quota;
}
