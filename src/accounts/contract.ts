/** What crosses the wire between the browser and the account calls. */

import type { Failure } from '../platform/contract.ts';

export interface User {
  email: string;
  name: string;
}

export interface AuthStatus {
  authenticated: boolean;
  user?: User;
}

/** Why an account call may be refused. A known and an unknown address are refused by the same ones. */
export const accountCodes = [
  'bad-email',
  'no-name',
  'long-name',
  'bad-password',
  'wrong-credentials',
  'wrong-code',
  /** Expired, tried too often, used, or of another browser: the same code, and the same way on. */
  'dead-code',
  /** The proof that the address is theirs is missing or has lapsed: only a new verification code helps. */
  'not-verified',
  'has-account',
  'unknown-link',
  'used-link',
  'expired-link',
  /** Where the password is asked for again. */
  'wrong-password',
  'wrong-phrase',
  'same-email',
  /** Its link was followed when the account had another address once more, or none any more. */
  'old-email-taken',
] as const;

export type AccountCode = (typeof accountCodes)[number];

type AccountFailure = Failure<AccountCode>;
export type SignUpAnswer = { success: true; user: User } | AccountFailure;
export type SendCodeAnswer = { success: true; verification_token: string } | AccountFailure;
export type PlainAnswer = { success: true } | AccountFailure;

export interface SignUpRequest {
  name: string;
  email: string;
  password: string;
  password_confirmation: string;
}

export interface VerifyCodeRequest {
  email: string;
  code: string;
  verification_token: string;
}

export interface ResetLinkRequest {
  reset_password_token: string;
}

export interface ResetPasswordRequest extends ResetLinkRequest {
  password: string;
  password_confirmation: string;
}

/** The header that carries the CSRF token on JSON calls, and the current token on answers that know it. */
export const csrfHeader = 'X-CSRF-Token';

export const codeLength = 6;
export const codeMinutes = 10;
/** Between two codes for one address. */
export const codeAgainSeconds = 60;
/** How long an address that was proven may wait for its account. */
export const verifiedMinutes = 30;
export const linkMinutes = 30;
/** How long the address before may take a changed account back. */
export const undoHours = 72;
