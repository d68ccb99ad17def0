import type { PlainAnswer, SendCodeAnswer, VerifyCodeRequest } from '../../../accounts/contract.ts';
import { calls } from '../../../urls.ts';
import type { Given, Outcome } from '../../session/outcome.ts';
import { sendJson } from '../../session/send.ts';

export const sendVerificationCode = (
  email: string,
  fallback: string,
): Promise<Outcome<Given<SendCodeAnswer>>> =>
  sendJson({ method: 'POST', url: calls.sendVerificationCode, body: { email }, fallback });

export const verifyCode = (body: VerifyCodeRequest): Promise<Outcome<Given<PlainAnswer>>> =>
  sendJson({
    method: 'POST',
    url: calls.verifyCode,
    body,
    // A code that nobody has looked at is not called wrong.
    fallback: (status) =>
      status === 0 || status >= 500
        ? 'The code could not be checked. Check your connection and try again.'
        : 'Invalid verification code',
  });
