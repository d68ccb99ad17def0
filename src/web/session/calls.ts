import type { SignUpAnswer, SignUpRequest } from '../../accounts/contract.ts';
import { calls } from '../../urls.ts';
import type { Given, Outcome } from './outcome.ts';
import { askStatus, sendJson } from './send.ts';

export const signUp = (body: SignUpRequest): Promise<Outcome<Given<SignUpAnswer>>> =>
  sendJson({ method: 'POST', url: calls.signUp, body, fallback: signUpFallback });

/** A refusal without words, or no answer at all. */
const signUpFallback = (status: number) => (status ? 'Sign up failed' : 'An error occurred during sign up');

/**
 * The redirect is followed and what it answers decides nothing; the status brings the new visitor's CSRF token.
 * Throws when the session may still be there.
 */
export async function signOut(): Promise<void> {
  await fetch(calls.signOut, { credentials: 'same-origin', cache: 'no-store' });
  const { authenticated } = await askStatus();
  if (authenticated) throw new Error('The session is still open');
}
