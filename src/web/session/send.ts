import { type AuthStatus, csrfHeader } from '../../accounts/contract.ts';
import { calls } from '../../urls.ts';
import { keepCsrfToken, MissingCsrfToken, requireCsrfToken } from './csrf.ts';
import { type Fallback, type Outcome, readOutcome, requestError } from './outcome.ts';

interface JsonCall {
  method: 'POST' | 'PUT' | 'DELETE';
  url: string;
  body?: object;
  fallback: Fallback;
}

/** A state-changing JSON call. */
export function sendJson<T>({ method, url, body, fallback }: JsonCall): Promise<Outcome<T>> {
  const request = (csrfToken: string): RequestInit => ({
    method,
    headers: {
      Accept: 'application/json',
      [csrfHeader]: csrfToken,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return orRefused(fallback, () =>
    sendWithCsrfToken(url, request, (response) => readOutcome<T>(response, fallback)),
  );
}

export const getJson = <T>(url: string, fallback: Fallback): Promise<Outcome<T>> =>
  orRefused(fallback, async () =>
    readOutcome<T>(await reach(url, { headers: { Accept: 'application/json' } }), fallback),
  );

/** Never throws: no answer at all is a refusal with status 0. */
export async function orRefused<T>(fallback: Fallback, call: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await call();
  } catch (error) {
    return requestError(0, fallback, error instanceof MissingCsrfToken ? error.message : undefined);
  }
}

/** A CSRF token gone stale (another tab signed in, a session ended) is renewed and the request sent once more. */
export async function sendWithCsrfToken<T>(
  url: string,
  request: (csrfToken: string) => RequestInit,
  read: (response: Response) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const outcome = await read(await reach(url, request(requireCsrfToken())));
  if (outcome.ok || outcome.code !== 'csrf') return outcome;
  await askStatus();
  return read(await reach(url, request(requireCsrfToken())));
}

/** Also brings the current CSRF token. Throws when the answer cannot be had. */
export async function askStatus(): Promise<AuthStatus> {
  const response = await reach(calls.authStatus, { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`Auth status answered ${response.status}`);
  return (await response.json()) as AuthStatus;
}

async function reach(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { credentials: 'same-origin', cache: 'no-store', ...init });
  keepCsrfToken(response);
  return response;
}
