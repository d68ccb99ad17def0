import { linkSentences, sentences } from '../../accounts/sentences.ts';
import type { Refusal } from '../session/outcome.ts';

/** The words for what was refused: the server's own sentence, and these where it sent none. */

export const describeResetRefusal = (refusal: Refusal) =>
  refusal.message ??
  (refusal.status === 0
    ? 'An error occurred while sending password reset instructions'
    : 'Failed to send password reset instructions');

export const describeSendRefusal = (refusal: Refusal) =>
  refusal.message ?? 'Failed to send verification code';

export const describeResendRefusal = (refusal: Refusal) =>
  refusal.message ?? 'Failed to resend verification code';

export const describeCodeRefusal = (refusal: Refusal) =>
  refusal.message ??
  (isCodeRefused(refusal)
    ? sentences.wrongCode
    : 'The code could not be checked. Check your connection and try again.');

/** Anything else says nothing of the code: the same one may be right. */
export const isCodeRefused = ({ status }: Refusal) => status > 0 && status < 500 && status !== 429;

export const describeSignUpRefusal = (refusal: Refusal) => refusal.message ?? 'Sign up failed';

export const describeProjectRefusal = (refusal: Refusal) =>
  refusal.message ?? 'Failed to create project and API key';

export const describeNewPasswordRefusal = (refusal: Refusal) =>
  refusal.message ?? 'The new password could not be saved. Check your connection and try again.';

/** It cannot be entered any more, right or wrong: only a new one helps. */
export const isCodeDead = (refusal: Refusal) => refusal.message === sentences.deadCode;

/** The proof that the address is theirs is gone: only a new code helps. */
export const isVerificationLapsed = (refusal: Refusal) => refusal.message === sentences.notVerified;

/** The password itself, and nothing else about the sign-up: those sentences are all known. */
export const isPasswordRefused = ({ status, message }: Refusal) =>
  status === 422 && message !== undefined && !Object.values<string>(sentences).includes(message);

/** The link in the mail is spent, not the password bad: only a new link helps. */
export const isLinkSpent = (refusal: Refusal) =>
  Object.values<string | undefined>(linkSentences).includes(refusal.message);
