import type { Refusal } from '../../session/outcome.ts';

/** It cannot be entered any more, right or wrong: only a new one helps. */
export const isCodeDead = ({ code }: Refusal) => code === 'dead-code';

/** Anything else says nothing of the code: the same one may be right. */
export const isCodeRefused = (refusal: Refusal) => refusal.code === 'wrong-code' || isCodeDead(refusal);

/** The password itself, and nothing else about the sign-up: another one must be entered. */
export const isPasswordRefused = ({ code }: Refusal) => code === 'bad-password';

/** The proof that the address is theirs is gone: only a new verification code helps. */
export const isVerificationLapsed = ({ code }: Refusal) => code === 'not-verified';

/** What the server would say, known without asking it. */
export const deadCode: Refusal = {
  ok: false,
  status: 0,
  code: 'dead-code',
  message: 'This code no longer works. Ask for a new one.',
};
