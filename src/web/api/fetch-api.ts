import { type RequestError, retryAtMs } from '../session/outcome.ts';

/** What the API said, whatever the status: a refusal of its own is an answer, too. */
export interface ApiAnswer {
  status: number;
  headers: Headers;
  /** JSON and text as they came, so that numbers keep their digits; anything else as bytes. */
  body: string | ArrayBuffer;
  /** Of the body, as it was before it was compressed for the way. */
  bytes: number;
  durationMs: number;
  quota: ApiQuota | undefined;
  /** When the next try may come, where that is not at once. */
  retryAtMs: number | undefined;
}

/** Why there is no answer. */
type ApiFailureCode = 'aborted' | 'not-allowed' | 'not-reached' | 'redirected' | 'too-large' | 'too-slow';

export type ApiOutcome =
  | { ok: true; value: ApiAnswer }
  | (Omit<RequestError, 'code'> & { code: ApiFailureCode })
  /** No token was to be had for the call. */
  | RequestError;

export interface FetchOptions {
  signal?: AbortSignal | undefined;
  /** 2 MB of text and 5 MB of anything else, unless told. */
  bytesMax?: number | undefined;
  /** How many have come so far. */
  onBytes?: ((bytes: number) => void) | undefined;
  timeoutMs?: number | undefined;
}

const textBytesMax = 2_000_000;
const fileBytesMax = 5_000_000;
const timeoutMsDefault = 60_000;
const probeMs = 5000;

export const basicAuth = (clientId: string, password: string) => `Basic ${btoa(`${clientId}:${password}`)}`;

/** The documented call, made by the browser: with nothing of the portal's own, and not led on to another address. */
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
      // Not `error`, which looks like a lost connection: the next address is neither told nor called.
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

/** A browser does not tell why it failed. A host that answers a question without a key does not let this page ask. */
async function answersOthers(url: string): Promise<boolean> {
  const { origin, pathname } = new URL(url);
  if (origin === globalThis.location?.origin) return false;
  const how = { mode: 'no-cors', credentials: 'omit', cache: 'no-store' } as const;
  return fetch(origin + pathname, { ...how, signal: AbortSignal.timeout(probeMs) }).then(
    () => true,
    () => false,
  );
}

/** A browser hides which one it was. */
const isRedirect = ({ type, status }: Response) =>
  type === 'opaqueredirect' || (status >= 300 && status < 400 && status !== 304);

/** Undefined when there are more than so many; the rest is not waited for. */
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
  // Leaving the loop cancels the rest.
  for await (const chunk of chunksOf(response)) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) return undefined;
    chunks.push(chunk);
    onBytes?.(bytes);
  }
  return new Blob(chunks).arrayBuffer();
}

/** Not every browser lets a body be iterated. */
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

/** What is left of the hour, as an answer's headers say. */
export interface ApiQuota {
  limit: number;
  remaining: number;
  resetAtMs: number;
}

/** Undefined where the host does not say, or does not let a page read it. */
function readQuota(headers: Headers): ApiQuota | undefined {
  const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) =>
    Number(headers.get(`X-RateLimit-${name}`) ?? Number.NaN),
  ) as [number, number, number];
  return Number.isNaN(limit + remaining + reset) ? undefined : { limit, remaining, resetAtMs: reset * 1000 };
}
