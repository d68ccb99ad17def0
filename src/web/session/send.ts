import { type AuthStatus, csrfHeader } from '../../accounts/contract.ts';
import { calls } from '../../urls.ts';
import { type Fallback, type Outcome, readOutcome, requestError } from './outcome.ts';

/** A state-changing JSON call. */
export function sendJson<Answer>(
  method: 'POST' | 'PUT' | 'DELETE',
  url: string,
  fallback: Fallback,
  body?: object,
): Promise<Outcome<Exclude<Answer, { success: false }>>> {
  const request = (csrfToken: string): RequestInit => ({
    method,
    headers: {
      Accept: 'application/json',
      [csrfHeader]: csrfToken,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return catchNetworkError(fallback, () =>
    sendWithCsrfToken(url, request, (response) => readOutcome(response, fallback)),
  );
}

export const getJson = <T>(url: string, fallback: Fallback): Promise<Outcome<T>> =>
  catchNetworkError(fallback, async () =>
    readOutcome<T>(await fetchSameOrigin(url, { headers: { Accept: 'application/json' } }), fallback),
  );

/** Never throws: a missing response becomes an error with status 0. */
export async function catchNetworkError<T>(
  fallback: Fallback,
  call: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  try {
    return await call();
  } catch (error) {
    return requestError(0, fallback, error instanceof MissingCsrfToken ? error.message : undefined);
  }
}

/** Renews a stale CSRF token (another tab signed in, a session ended) and sends the request once more. */
export async function sendWithCsrfToken<T>(
  url: string,
  request: (csrfToken: string) => RequestInit,
  read: (response: Response) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const outcome = await read(await fetchSameOrigin(url, request(requireCsrfToken())));
  if (outcome.ok || outcome.code !== 'csrf') return outcome;
  await fetchAuthStatus();
  return read(await fetchSameOrigin(url, request(requireCsrfToken())));
}

/** The response also carries the current CSRF token. Throws when there is no usable response. */
export async function fetchAuthStatus(): Promise<AuthStatus> {
  const response = await fetchSameOrigin(calls.authStatus, { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`Auth status answered ${response.status}`);
  return response.json();
}

async function fetchSameOrigin(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { credentials: 'same-origin', cache: 'no-store', ...init });
  // The token goes into the meta tag of the served page. None is created: without the tag sign-in must fail.
  const csrfToken = response.headers.get(csrfHeader);
  const meta = findCsrfMeta();
  if (csrfToken && meta) meta.content = csrfToken;
  return response;
}

const findCsrfMeta = () => document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]');

/** Read at the moment of sending, because another response may have renewed the token since the page was served. */
function requireCsrfToken(): string {
  const csrfToken = findCsrfMeta()?.content;
  if (!csrfToken) throw new MissingCsrfToken('Could not obtain CSRF token');
  return csrfToken;
}

class MissingCsrfToken extends Error {}
