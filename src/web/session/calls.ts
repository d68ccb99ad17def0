import {
  csrfHeader,
  type PlainAnswer,
  type ResetLinkRequest,
  type ResetPasswordRequest,
  type SendCodeAnswer,
  type SignUpAnswer,
  type SignUpRequest,
  type User,
  type VerifyCodeRequest,
} from '../../accounts/contract.ts';
import { calls, pages } from '../../urls.ts';
import { MissingCsrfToken } from './csrf.ts';
import type { Outcome } from './outcome.ts';
import { askStatus, sendJson, sendWithToken } from './send.ts';
import { describeSignInRefusal, signInFailures } from './sign-in-failure.ts';

export type SignInResult = { success: true; user: User } | { success: false; error: string };
type Given<Answer> = Extract<Answer, { success: true }>;

export async function signIn(email: string, password: string): Promise<SignInResult> {
  try {
    return await signInOrThrow(email, password);
  } catch (error) {
    const words = error instanceof MissingCsrfToken ? error.message : signInFailures.other;
    return { success: false, error: words };
  }
}

async function signInOrThrow(email: string, password: string): Promise<SignInResult> {
  const response = await sendWithToken(calls.signIn, (token) => ({
    method: 'POST',
    redirect: 'manual',
    headers: { Accept: 'text/html', [csrfHeader]: token },
    body: new URLSearchParams({
      'user[email]': email,
      'user[password]': password,
      authenticity_token: token,
    }),
  }));
  // A browser hides an unfollowed redirect behind status 0, its location included.
  const isRedirect = response.type === 'opaqueredirect' || response.status === 302;
  if (response.status >= 400) return { success: false, error: await readSignInRefusal(response) };
  if (isRedirect) await fetch(pages.docs, { credentials: 'same-origin' });
  const status = await askStatus();
  if (!status.authenticated || !status.user)
    return { success: false, error: signInFailures.notAuthenticated };
  return { success: true, user: status.user };
}

async function readSignInRefusal(response: Response): Promise<string> {
  const isHtml = response.headers.get('Content-Type')?.includes('text/html') ?? false;
  const alert = isHtml ? findAlert(await response.text()) : undefined;
  return describeSignInRefusal(response.status, isHtml, alert);
}

const findAlert = (html: string) =>
  new DOMParser().parseFromString(html, 'text/html').querySelector('[role="alert"], .alert')?.textContent ??
  undefined;

export const signUp = (request: SignUpRequest): Promise<Outcome<Given<SignUpAnswer>>> =>
  sendJson('POST', calls.signUp, request);

/**
 * The redirect is followed and what it answers decides nothing; the status brings the new visitor's CSRF token.
 * Throws when the session may still be there.
 */
export async function signOut(): Promise<void> {
  await fetch(calls.signOut, { credentials: 'same-origin', cache: 'no-store' });
  const { authenticated } = await askStatus();
  if (authenticated) throw new Error('The session is still open');
}

export const requestPasswordReset = (email: string): Promise<Outcome<Given<PlainAnswer>>> =>
  sendJson('POST', calls.forgotPassword, { email });

export const sendVerificationCode = (email: string): Promise<Outcome<Given<SendCodeAnswer>>> =>
  sendJson('POST', calls.sendVerificationCode, { email });

export const verifyCode = (request: VerifyCodeRequest): Promise<Outcome<Given<PlainAnswer>>> =>
  sendJson('POST', calls.verifyCode, request);

/** Whether the link in a reset mail still works: known before a new password is thought up. */
export const checkResetLink = (request: ResetLinkRequest): Promise<Outcome<Given<PlainAnswer>>> =>
  sendJson('POST', calls.passwordLink, request);

export const resetPassword = (request: ResetPasswordRequest): Promise<Outcome<Given<PlainAnswer>>> =>
  sendJson('PUT', calls.password, request);
