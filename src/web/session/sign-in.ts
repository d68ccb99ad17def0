import { csrfHeader, type User } from '../../accounts/contract.ts';
import { calls, pages } from '../../urls.ts';
import { done, type Outcome, type RequestError, requestError } from './outcome.ts';
import { askStatus, orRefused, sendWithCsrfToken } from './send.ts';

/** The words for a sign-in that failed. */
const failures = {
  badCredentials: 'Invalid email or password',
  notAuthenticated: 'Authentication failed',
  silent: 'Sign in failed',
  other: 'An error occurred during sign in',
} as const;

/** The one call that is a form: its answer is a redirect, or a page whose alert says why not. */
export const signIn = (email: string, password: string): Promise<Outcome<{ user: User }>> =>
  orRefused(failures.other, async () => {
    const request = (csrfToken: string): RequestInit => ({
      method: 'POST',
      redirect: 'manual',
      headers: { Accept: 'text/html', [csrfHeader]: csrfToken },
      body: new URLSearchParams({
        'user[email]': email,
        'user[password]': password,
        authenticity_token: csrfToken,
      }),
    });
    const outcome = await sendWithCsrfToken(calls.signIn, request, readSignIn);
    if (!outcome.ok) return outcome;
    const { authenticated, user } = await askStatus();
    return authenticated && user
      ? { ok: true, value: { user } }
      : requestError(200, failures.notAuthenticated);
  });

async function readSignIn(response: Response): Promise<Outcome> {
  if (response.status >= 400) return readRefusal(response);
  // A browser hides an unfollowed redirect behind status 0, its location included.
  const isRedirect = response.type === 'opaqueredirect' || response.status === 302;
  if (isRedirect) await fetch(pages.docs, { credentials: 'same-origin' });
  return done;
}

async function readRefusal(response: Response): Promise<RequestError> {
  const isHtml = response.headers.get('Content-Type')?.includes('text/html') ?? false;
  const alert = isHtml ? findAlert(await response.text()) : undefined;
  const code = alert?.dataset.code as RequestError['code'];
  return {
    ...requestError(response.status, describeSignInRefusal(response.status, isHtml, alert?.textContent)),
    ...(code && { code }),
  };
}

const findAlert = (html: string) =>
  new DOMParser().parseFromString(html, 'text/html').querySelector<HTMLElement>('[role="alert"], .alert');

/** `alert` is the text of the alert element in an HTML answer, where one was found. */
export function describeSignInRefusal(
  status: number,
  isHtml: boolean,
  alert: string | null | undefined,
): string {
  if (status === 401 || status === 422) return failures.badCredentials;
  if (!isHtml) return failures.other;
  return alert == null ? failures.notAuthenticated : alert.trim() || failures.silent;
}
