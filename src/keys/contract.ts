/** What crosses the wire between the browser and the key calls. */
/** What crosses the wire between the browser and the calls about more access. */

import type { Access } from '../content/contract.ts';
import type { Failure } from '../platform/contract.ts';

export const maxKeysPerPerson = 5;
export const maxKeyNameLength = 100;
export const freeRole = 'free_user';
export const allAccessRole = 'all_access';

/** The lifetimes a person may choose at creation; none is never. */
export const lifetimesDays = [30, 90, 365] as const;
export type LifetimeDays = (typeof lifetimesDays)[number];

export interface KeyUsage {
  last_used_at: string | null;
  today: number;
  /** Requests of the last 7 days in UTC, oldest first, today last. */
  last_7_days: number[];
}

export interface ApiToken {
  id: string;
  name: string;
  /** The client id. */
  external_id: string;
  created_at: string;
  expires_at: string | null;
  /** No later end may be chosen. */
  expires_at_max: string;
  roles: string[];
  usage: KeyUsage;
  /** Those that work, the one in use first. */
  secrets: KeySecret[];
}

export interface KeySecret {
  id: string;
  created_at: string;
  /** Of the old one, while there are two. */
  ends_at: string | null;
  last_used_at: string | null;
}

/** How long the old secret works beside a new one. */
export const overlaps = ['1h', '24h', '7d'] as const;
export type Overlap = (typeof overlaps)[number];
export const overlapHours: Record<Overlap, number> = { '1h': 1, '24h': 24, '7d': 7 * 24 };

/** Needs the password again. Answered like a creation, with the new secret. */
export interface RotateTokenRequest {
  overlap: Overlap;
  password: string;
}

/** Needs the password again: whoever discards the new secret brings the old one back for good. */
export interface DiscardSecretRequest {
  password: string;
}

export const playgroundTokenSeconds = 5 * 60;

/** For calls from a page: signed with the key's newest secret. */
export interface PlaygroundToken {
  client_id: string;
  token: string;
  expires_at: string;
}

export type CallVerdict = 'allowed' | 'refused' | 'over-quota';

/** Why a call with a key was refused: told to its owner alone. */
export const denialCauses = [
  'wrong-secret',
  'ended-secret',
  'bad-token',
  'clock-off',
  'expired',
  'suspended',
  'role-too-small',
  'over-quota',
] as const;

export type DenialCause = (typeof denialCauses)[number];

export interface KeyDenial {
  /** In UTC. */
  day: string;
  /** A pattern of the documentation, or `other`. */
  endpoint: string;
  cause: DenialCause;
  count: number;
  first_at: string;
  last_at: string;
  /** Of the last one. */
  detail: string;
  /** What to do about it. */
  advice: string;
}

export interface DenialsAnswer {
  refusals: KeyDenial[];
}

export interface CallsAnswer {
  /** Of the last 30 days, newest first. */
  calls: { day: string; endpoint: string; verdict: CallVerdict; requests: number }[];
}

/** A key opens what is free; only one with all access opens the rest. */
export const opens = ({ roles }: Pick<ApiToken, 'roles'>, access: Access) =>
  access === 'free' || roles.includes(allAccessRole);

/** What an owner may choose where the operator has set nothing. */
export const maxExpiryDays = 365;

/** A later end than the key has needs the password. */
export interface ChangeExpiryRequest {
  expires_at: string;
  password?: string | undefined;
}

export const isUsable = ({ expires_at }: Pick<ApiToken, 'expires_at'>, now: Date) =>
  expires_at === null || new Date(expires_at) > now;

/** The secret is in this answer and in no other. */
export type CreatedApiToken = ApiToken & { token: string };

export interface CreateTokenRequest {
  name: string;
  roles?: string[];
  expires_in_days?: LifetimeDays;
}

/** Why a key call may be refused. */
export const keyCodes = [
  'no-key-name',
  'long-key-name',
  'bad-lifetime',
  'all-keys-used',
  'other-client-id',
  'suspended',
  'rotation-open',
  'no-rotation',
  'expired-key',
  'bad-expiry',
  'late-expiry',
  'has-access',
  'request-open',
  'no-purpose',
  'long-request',
] as const;

export type KeyCode = (typeof keyCodes)[number];

type KeyFailure = Failure<KeyCode>;
export type CreateTokenAnswer = { success: true; token: CreatedApiToken } | KeyFailure;

export interface TokensAnswer {
  tokens: ApiToken[];
  /** By the id of the key. */
  hours: Record<string, KeyHour>;
}

/** What a key has used of the hour: its own, or that of the person, whichever has fewer left. */
export interface KeyHour {
  limit: number;
  used: number;
  resets_at: string;
}

export interface RenameTokenRequest {
  name: string;
  external_id: string;
}

export type RenameTokenAnswer = { success: true; token: ApiToken } | KeyFailure;

export type DeleteTokenAnswer = { success: true } | KeyFailure;

export const deletePhrase = (name: string) => `DELETE ${name}`;

/** Of what it is for, and of how much is expected. */
export const maxRequestTextLength = 1000;

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

export interface NewAccessRequest {
  key_id: string;
  purpose: string;
  volume: string;
}

export type NewAccessRequestAnswer = { success: true; request: AccessRequest } | Failure<KeyCode>;
export type WithdrawAnswer = { success: true } | Failure<KeyCode>;
