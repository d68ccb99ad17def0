import { csrfHeader, type SignUpAnswer, type SignUpRequest, type User } from '../../accounts/contract.ts';
import { calls, pages } from '../../urls.ts';
import { codeOf, done, type Outcome, type RequestError, requestError } from './outcome.ts';
import { catchNetworkError, fetchAuthStatus, sendJson, sendWithCsrfToken } from './send.ts';

const signInErrors = {
  badCredentials: 'Invalid email or password',
  notAuthenticated: 'Authentication failed',
  emptyAlert: 'Sign in failed',
  other: 'An error occurred during sign in',
} as const;

/** The only call that sends a form. The answer is a redirect, or a page whose alert says why not. */
export const signIn = (email: string, password: string): Promise<Outcome<{ user: User }>> =>
  catchNetworkError(signInErrors.other, async () => {
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
    // A status call that fails counts as "nobody is signed in".
    const status = await fetchAuthStatus().catch(() => undefined);
    if (status?.authenticated && status.user) return { ok: true, value: { user: status.user } };
    return requestError(200, signInErrors.notAuthenticated);
  });

async function readSignIn(response: Response): Promise<Outcome> {
  if (response.status >= 400) return readSignInError(response);
  // Browsers report an unfollowed redirect with status 0 and without its location.
  const isRedirect = response.type === 'opaqueredirect' || response.status === 302;
  if (isRedirect) await fetch(pages.docs, { credentials: 'same-origin' });
  return done;
}

async function readSignInError(response: Response): Promise<RequestError> {
  const isHtml = response.headers.get('Content-Type')?.includes('text/html') ?? false;
  const alert = isHtml ? findAlert(await response.text()) : undefined;
  const code = codeOf({ code: alert?.dataset.code });
  const message = describeSignInError(response.status, isHtml, alert?.textContent);
  return { ...requestError(response.status, message), ...(code && { code }) };
}

const findAlert = (html: string) =>
  new DOMParser().parseFromString(html, 'text/html').querySelector<HTMLElement>('[role="alert"], .alert');

/** `alert` is the text of the alert element in an HTML answer, if there is one. */
export function describeSignInError(status: number, isHtml: boolean, alert?: string | null): string {
  if (status === 401 || status === 422) return signInErrors.badCredentials;
  if (!isHtml) return signInErrors.other;
  return alert == null ? signInErrors.notAuthenticated : alert.trim() || signInErrors.emptyAlert;
}

export const signUp = (body: SignUpRequest) =>
  sendJson<SignUpAnswer>(
    'POST',
    calls.signUp,
    (status) => (status ? 'Sign up failed' : 'An error occurred during sign up'),
    body,
  );

/**
 * Follows the redirect and ignores its answer. The auth status then brings the new visitor's CSRF token.
 * Throws when the session may still be open.
 */
export async function signOut(): Promise<void> {
  await fetch(calls.signOut, { credentials: 'same-origin', cache: 'no-store' });
  const { authenticated } = await fetchAuthStatus();
  if (authenticated) throw new Error('The session is still open');
}
