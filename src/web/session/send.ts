import { type AuthStatus, csrfHeader } from '../../accounts/contract.ts';
import { calls } from '../../urls.ts';
import { keepCsrfToken, MissingCsrfToken, requireCsrfToken } from './csrf.ts';
import { type Outcome, readOutcome } from './outcome.ts';

type Method = 'POST' | 'PUT' | 'DELETE';

/** A state-changing JSON call. It never throws: no answer at all is a refusal with status 0. */
export async function sendJson<T>(method: Method, url: string, body?: object): Promise<Outcome<T>> {
  const request = (token: string): RequestInit => ({
    method,
    headers: {
      Accept: 'application/json',
      [csrfHeader]: token,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  try {
    return await readOutcome<T>(await sendWithToken(url, request));
  } catch (error) {
    if (error instanceof MissingCsrfToken) return { ok: false, status: 0, message: error.message };
    return { ok: false, status: 0 };
  }
}

export async function receiveJson<T>(url: string): Promise<Outcome<T>> {
  try {
    return await readOutcome<T>(await reach(url, { headers: { Accept: 'application/json' } }));
  } catch {
    return { ok: false, status: 0 };
  }
}

/** A token gone stale (another tab signed in, a session ended) is renewed and the request sent once more. */
export async function sendWithToken(url: string, request: (token: string) => RequestInit): Promise<Response> {
  const response = await reach(url, request(requireCsrfToken()));
  if (response.status !== 403) return response;
  await askStatus();
  return reach(url, request(requireCsrfToken()));
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
