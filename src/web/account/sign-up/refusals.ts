import type { RequestError } from '../../session/outcome.ts';

/** It cannot be entered any more, right or wrong: only a new one helps. */
export const isCodeDead = ({ code }: RequestError) => code === 'dead-code';

/** Anything else says nothing of the code: the same one may be right. */
export const isCodeRefused = (refusal: RequestError) => refusal.code === 'wrong-code' || isCodeDead(refusal);

/** The password itself, and nothing else about the sign-up: another one must be entered. */
export const isPasswordRefused = ({ code }: RequestError) => code === 'bad-password';

/** The proof that the address is theirs is gone: only a new verification code helps. */
export const isVerificationLapsed = ({ code }: RequestError) => code === 'not-verified';

/** What the server would say, known without asking it. */
export const deadCode: RequestError = {
  ok: false,
  status: 0,
  code: 'dead-code',
  message: 'This code no longer works. Ask for a new one.',
};
