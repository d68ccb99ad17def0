/** Types and rules of account settings, for browser and server. */

import type { AccountCode, User } from '../accounts/contract.ts';
import type { Failure } from '../platform/contract.ts';

export interface OwnSession {
  /** Such as "Firefox on Windows". */
  browser: string | null;
  created_at: string;
  seen_at: string;
  /** Whether it is the session of this request. */
  is_current: boolean;
}

export interface OwnAccount extends User {
  created_at: string;
  sessions: OwnSession[];
}

type AccountFailure = Failure<AccountCode>;
export type RenameAnswer = { success: true; user: User } | AccountFailure;
export type EndSessionsAnswer = { success: true; ended: number } | AccountFailure;

export type RenameRequest = Pick<User, 'name'>;

export interface ChangePasswordRequest {
  current_password: string;
  password: string;
  password_confirmation: string;
}

/** The code is sent to the new address. The password is that of the account. */
export interface EmailCodeRequest {
  email: string;
  password: string;
}

export interface ChangeEmailRequest {
  email: string;
  code: string;
  verification_token: string;
}

export interface UndoEmailRequest {
  undo_token: string;
  /** Keys and secrets created since the change are revoked unless this is true. */
  keep_keys?: boolean;
}

/** The person who changed the address knew the password, so the next step is a new one. */
export type UndoEmailAnswer =
  | {
      success: true;
      email: string;
      reset_password_token: string;
      /** The names of keys that were created since the change and revoked. */
      revoked_keys: string[];
      /** The names of keys whose new secret was discarded. */
      discarded_secrets: string[];
    }
  | AccountFailure;

export type ExportRequest = Pick<EmailCodeRequest, 'password'>;
export type DeletionRequest = ExportRequest & { phrase: string };

export const deletionPhrase = (email: string) => `DELETE ${email}`;
