import { type RequestError, retryAtMs } from '../session/outcome.ts';

/** An API response with any status. A 4xx or 5xx counts as a response too. */
export interface ApiAnswer {
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

/** These codes say why there is no response. */
type ApiFailureCode = 'aborted' | 'not-allowed' | 'not-reached' | 'redirected' | 'too-large' | 'too-slow';

export type ApiOutcome =
  | { ok: true; value: ApiAnswer }
  | (Omit<RequestError, 'code'> & { code: ApiFailureCode })
  /** The token for the call could not be created. */
  | RequestError;

export interface FetchOptions {
  signal?: AbortSignal | undefined;
  /** The defaults are 2 MB for text and 5 MB for files. */
  bytesMax?: number | undefined;
  /** Called with the number of bytes received so far. */
  onBytes?: ((bytes: number) => void) | undefined;
  timeoutMs?: number | undefined;
}

const textBytesMax = 2_000_000;
const fileBytesMax = 5_000_000;
const timeoutMsDefault = 60_000;
const probeMs = 5000;

export const basicAuth = (clientId: string, password: string) => `Basic ${btoa(`${clientId}:${password}`)}`;

/** Makes the documented call from the browser. It sends no cookies of the portal and follows no redirect. */
export async function fetchAnswer(
  url: string,
  authorization: string,
  { signal, bytesMax, onBytes, timeoutMs = timeoutMsDefault }: FetchOptions = {},
): Promise<ApiOutcome> {
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
    if (isRedirect(response)) return failure('redirected', url);
    const isText = /^(application\/json|text\/)/.test(response.headers.get('Content-Type') ?? '');
    const bytes = await readBytes(response, bytesMax ?? (isText ? textBytesMax : fileBytesMax), onBytes);
    if (!bytes) return failure('too-large', url);
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
    if (signal?.aborted) return failure('aborted', url);
    if (timeout.aborted) return failure('too-slow', url);
    return failure((await answersOthers(url)) ? 'not-allowed' : 'not-reached', url);
  }
}

/** A browser hides why a call failed. If the host answers a request without credentials, CORS is the reason. */
async function answersOthers(url: string): Promise<boolean> {
  const { origin, pathname } = new URL(url);
  if (origin === globalThis.location?.origin) return false;
  const how = { mode: 'no-cors', credentials: 'omit', cache: 'no-store' } as const;
  return fetch(origin + pathname, { ...how, signal: AbortSignal.timeout(probeMs) }).then(
    () => true,
    () => false,
  );
}

/** A browser hides the status of a redirect. */
const isRedirect = ({ type, status }: Response) =>
  type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304);

/** Returns undefined as soon as the body exceeds the limit. */
async function readBytes(
  response: Response,
  bytesMax: number,
  onBytes: FetchOptions['onBytes'],
): Promise<ArrayBuffer | undefined> {
  if (Number(response.headers.get('Content-Length') ?? 0) > bytesMax) {
    await response.body?.cancel();
    return undefined;
  }
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  // Leaving the loop cancels the rest of the body.
  for await (const chunk of chunksOf(response)) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) return undefined;
    chunks.push(chunk);
    onBytes?.(bytes);
  }
  return new Blob(chunks).arrayBuffer();
}

/** Not every browser can iterate over a body. */
async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body?.getReader();
  try {
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) yield next.value;
  } finally {
    await reader?.cancel();
  }
}

const failure = (code: ApiFailureCode, url: string): ApiOutcome => ({
  ok: false,
  status: 0,
  code,
  message: sentences[code](new URL(url)),
});

const sentences: Record<ApiFailureCode, (url: URL) => string> = {
  aborted: () => 'The call was stopped.',
  'not-allowed': ({ host }) =>
    `${host} does not let this page call it from a browser (CORS). The curl command works in a terminal.`,
  'not-reached': ({ host, origin }) =>
    origin === globalThis.location?.origin
      ? 'No answer came. Check your connection and try again, or use the curl command.'
      : `${host} could not be reached. Check your connection and try again; the curl command tells more.`,
  redirected: ({ host }) => `${host} answers from another address, where this page does not send your call.`,
  'too-large': () => 'The answer is too large to be shown here. The curl command works in a terminal.',
  'too-slow': () => 'No whole answer came in time. Try again, or ask for less.',
};

/** The quota of the current hour, from the response headers. */
export interface ApiQuota {
  limit: number;
  remaining: number;
  resetAtMs: number;
}

/** Returns undefined if the host sends no quota headers or doesn't expose them to pages. */
function readQuota(headers: Headers): ApiQuota | undefined {
  const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) =>
    Number(headers.get(`X-RateLimit-${name}`) ?? Number.NaN),
  ) as [number, number, number];
  return Number.isNaN(limit + remaining + reset) ? undefined : { limit, remaining, resetAtMs: reset * 1000 };
}
