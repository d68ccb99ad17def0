import type { PlainAnswer, ResetLinkRequest, ResetPasswordRequest } from '../../../accounts/contract.ts';
import { calls } from '../../../urls.ts';
import type { Given, Outcome } from '../../session/outcome.ts';
import { sendJson } from '../../session/send.ts';

export const requestPasswordReset = (email: string): Promise<Outcome<Given<PlainAnswer>>> =>
  sendJson({
    method: 'POST',
    url: calls.forgotPassword,
    body: { email },
    fallback: (status) =>
      status === 0
        ? 'An error occurred while sending password reset instructions'
        : 'Failed to send password reset instructions',
  });

const notSaved = 'The new password could not be saved. Check your connection and try again.';

/** Whether the link in a reset mail still works: known before a new password is thought up. */
export const checkResetLink = (body: ResetLinkRequest): Promise<Outcome<Given<PlainAnswer>>> =>
  sendJson({ method: 'POST', url: calls.passwordLink, body, fallback: notSaved });

export const resetPassword = (body: ResetPasswordRequest): Promise<Outcome<Given<PlainAnswer>>> =>
  sendJson({ method: 'PUT', url: calls.password, body, fallback: notSaved });
