/** What crosses the wire between the browser and the calls about more access. */

import type { Failure } from '../platform/contract.ts';
import type { KeyCode } from './contract.ts';

/** Of what it is for, and of how much is expected. */
export const requestTextLengthMax = 1000;

export interface AccessRequest {
  id: string;
  /** None: the key was deleted. */
  key_id: string | null;
  state: 'open' | 'granted' | 'declined' | 'withdrawn';
  purpose: string;
  volume: string;
  /** Why it was declined. */
  reason: string | null;
  created_at: string;
  answered_at: string | null;
}

/** The newest first. */
export interface AccessRequestsAnswer {
  requests: AccessRequest[];
}

export interface AskForAccessRequest {
  key_id: string;
  purpose: string;
  volume: string;
}

export type AskForAccessAnswer = { success: true; request: AccessRequest } | Failure<KeyCode>;
export type WithdrawAnswer = { success: true } | Failure<KeyCode>;
