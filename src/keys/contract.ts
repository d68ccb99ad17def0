/** Types and rules of keys, for browser and server. */

import type { Access } from '../content/contract.ts';
import type { Failure } from '../platform/contract.ts';

export const maxKeysPerPerson = 5;
export const maxKeyNameLength = 100;
export const freeRole = 'free_user';
export const allAccessRole = 'all_access';

/** The lifetimes that a person can choose for a new key. Without one it never expires. */
export const lifetimesDays = [30, 90, 365] as const;
export type LifetimeDays = (typeof lifetimesDays)[number];

export interface KeyUsage {
  last_used_at: string | null;
  today: number;
  /** Requests of the last 7 days in UTC, oldest first. */
  last_7_days: number[];
}

export interface ApiToken {
  id: string;
  name: string;
  /** The client ID. */
  external_id: string;
  created_at: string;
  expires_at: string | null;
  /** The latest expiry date that the owner can choose. */
  expires_at_max: string;
  roles: string[];
  usage: KeyUsage;
  /** The secrets that work, the current one first. */
  secrets: KeySecret[];
}

export interface KeySecret {
  id: string;
  created_at: string;
  /** Set for the old secret, while there are two. */
  ends_at: string | null;
  last_used_at: string | null;
}

/** The secret is in this answer and in no other. */
export type CreatedApiToken = ApiToken & { token: string };

/** Either the key's own limit or that of the person is described, whichever has fewer requests left. */
export interface KeyHour {
  limit: number;
  used: number;
  resets_at: string;
}

/** Whether a key can call an endpoint with this kind of access. */
export const hasAccess = ({ roles }: Pick<ApiToken, 'roles'>, access: Access) =>
  access === 'free' || roles.includes(allAccessRole);

export const isUsable = ({ expires_at }: Pick<ApiToken, 'expires_at'>, now: Date) =>
  expires_at === null || new Date(expires_at) > now;

export const deletePhrase = (name: string) => `DELETE ${name}`;

/** How long the old secret keeps working after a rotation. */
export const overlaps = ['1h', '24h', '7d'] as const;
export type Overlap = (typeof overlaps)[number];
export const overlapHours: Record<Overlap, number> = { '1h': 1, '24h': 24, '7d': 7 * 24 };

/** The latest expiry date that an owner can choose, unless the operator has set one. */
export const maxExpiryDays = 365;

export interface CreateTokenRequest {
  name: string;
  roles?: string[];
  expires_in_days?: LifetimeDays;
}

export interface RenameTokenRequest {
  name: string;
  external_id: string;
}

export interface RotateTokenRequest {
  overlap: Overlap;
  password: string;
}

/** Needs the password, because it makes the old secret permanent again. */
export interface DiscardSecretRequest {
  password: string;
}

/** A later date than the key has needs the password. */
export interface ChangeExpiryRequest {
  expires_at: string;
  password?: string | undefined;
}

/** Codes of errors about keys. */
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
export type RenameTokenAnswer = { success: true; token: ApiToken } | KeyFailure;
export type DeleteTokenAnswer = { success: true } | KeyFailure;

export interface TokensAnswer {
  tokens: ApiToken[];
  /** Usage by key id. */
  hours: Record<string, KeyHour>;
}

export const playgroundTokenSeconds = 5 * 60;

/** A token for calls from a page, signed with the key's newest secret. */
export interface PlaygroundToken {
  client_id: string;
  token: string;
  expires_at: string;
}

export type CallVerdict = 'allowed' | 'refused' | 'over-quota';

export interface CallsAnswer {
  /** Calls of the last 30 days, newest first. */
  calls: { day: string; endpoint: string; verdict: CallVerdict; requests: number }[];
}

/** Why a call with a key was denied. Only its owner can read it. */
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
  /** Days are in UTC. */
  day: string;
  /** A path pattern of the documentation, or `other`. */
  endpoint: string;
  cause: DenialCause;
  count: number;
  first_at: string;
  last_at: string;
  /** Details of the last one. */
  detail: string;
  advice: string;
}

export interface DenialsAnswer {
  refusals: KeyDenial[];
}

/** The limit applies to the purpose and to the expected volume. */
export const maxRequestTextLength = 1000;

export interface AccessRequest {
  id: string;
  /** Null if the key was deleted. */
  key_id: string | null;
  state: 'open' | 'granted' | 'declined' | 'withdrawn';
  purpose: string;
  volume: string;
  /** Why it was declined. */
  reason: string | null;
  created_at: string;
  answered_at: string | null;
}

/** Newest first. */
export interface AccessRequestsAnswer {
  requests: AccessRequest[];
}

export type NewAccessRequest = Pick<AccessRequest, 'purpose' | 'volume'> & { key_id: string };
export type NewAccessRequestAnswer = { success: true; request: AccessRequest } | KeyFailure;
export type WithdrawAnswer = { success: true } | KeyFailure;
