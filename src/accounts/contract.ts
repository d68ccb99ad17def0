/** Types and rules of accounts, for browser and server. */

import type { Failure } from '../platform/contract.ts';

export interface User {
  email: string;
  name: string;
}

export interface AuthStatus {
  authenticated: boolean;
  user?: User;
}

/** Codes of errors about accounts. A known and an unknown address get the same ones. */
export const accountCodes = [
  'bad-email',
  'no-name',
  'long-name',
  'bad-password',
  /** The new password is the present one. */
  'same-password',
  'wrong-credentials',
  'wrong-code',
  /** Expired, tried too often, used, or of another browser: the person needs a new code in every case. */
  'dead-code',
  /** The verification of the address is missing or has expired: the person needs a new code. */
  'not-verified',
  'has-account',
  'unknown-link',
  'used-link',
  'expired-link',
  'wrong-password',
  'wrong-phrase',
  'same-email',
  /** Another account has got the old address since the change. */
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

/** `email` signs in from now on. Who can open the link already knows it. */
export type ResetPasswordAnswer = { success: true; email: string } | AccountFailure;

export interface ResetLinkRequest {
  reset_password_token: string;
}

export interface ResetPasswordRequest extends ResetLinkRequest {
  password: string;
  password_confirmation: string;
}

/** The header of the CSRF token, in JSON requests and in answers that renew it. */
export const csrfHeader = 'X-CSRF-Token';

export const codeLength = 6;
export const codeMinutes = 10;
/** The time between two codes for one address. */
export const codeAgainSeconds = 60;
/** How long after the verification of an address its account can be created. */
export const verifiedMinutes = 30;
export const linkMinutes = 30;
/** How long the previous address can undo a change. */
export const undoHours = 72;
