/** What crosses the wire between the browser and the calls about one's own account. */

import type { AccountCode, User } from '../accounts/contract.ts';
import type { Failure } from '../platform/contract.ts';

export interface OwnSession {
  /** In words: "Firefox on Windows". */
  browser: string | null;
  created_at: string;
  seen_at: string;
  /** Of the browser that asks. */
  is_current: boolean;
}

export interface OwnAccount extends User {
  created_at: string;
  sessions: OwnSession[];
}

type AccountFailure = Failure<AccountCode>;
export type RenameAnswer = { success: true; user: User } | AccountFailure;
export type EndSessionsAnswer = { success: true; ended: number } | AccountFailure;

export interface RenameRequest {
  name: string;
}

export interface ChangePasswordRequest {
  current_password: string;
  password: string;
  password_confirmation: string;
}

/** The code goes to the new address, the password is the account's. */
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
  /** Keys and secrets made since the change are ended unless this is true. */
  keep_keys?: boolean;
}

/** Whoever changed the address knew the password: the next step is a new one. */
export type UndoEmailAnswer =
  | {
      success: true;
      email: string;
      reset_password_token: string;
      /** The names of keys that were made since the change and revoked. */
      revoked_keys: string[];
      /** The names of keys whose new secret was discarded. */
      discarded_secrets: string[];
    }
  | AccountFailure;

export interface ExportRequest {
  password: string;
}

export interface DeletionRequest {
  phrase: string;
  password: string;
}

export const deletionPhrase = (email: string) => `DELETE ${email}`;
