/** What crosses the wire between the browser and the account calls. */

export interface User {
  email: string;
  name: string;
}

export interface AuthStatus {
  authenticated: boolean;
  user?: User;
}

export interface Failure {
  success: false;
  error: string;
  errors: string[];
}

export type SignUpAnswer = { success: true; user: User } | Failure;
export type SendCodeAnswer = { success: true; verification_token: string } | Failure;
export type PlainAnswer = { success: true } | Failure;

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
/** How long an address that was proven may wait for its account. */
export const verifiedMinutes = 30;
export const linkMinutes = 30;
