import type { MailQueue } from '../platform/mail/queue.ts';

/** What each mail about accounts and keys is made from. `expiresAt` is when the mail itself is of no more use. */
export interface AccountMails {
  'verification-code': { email: string; code: string; expiresAt: number };
  'password-reset': { email: string; token: string; expiresAt: number };
  'password-changed': { email: string; changedAt: number };
  'new-device': { email: string; browser: string; address: string; at: number };
  'email-change-code': { email: string; code: string; expiresAt: number };
  /** To the address that was the account's. */
  'email-changed': { email: string; newEmail: string; token: string; at: number; expiresAt: number };
  'data-exported': { email: string; at: number };
  /** To an address that has no account any more. */
  'account-deleted': { email: string; name: string; at: number };
  'key-created': { email: string; keyName: string; clientId: string; at: number };
  'key-rotated': { email: string; keyName: string; at: number };
  'old-secret-revoked': { email: string; keyName: string; at: number };
  'new-secret-discarded': { email: string; keyName: string; at: number };
  'key-expiry-moved': { email: string; keyName: string; endsAt: number; at: number };
  'key-ends': { email: string; keyName: string; endsAt: number };
  'access-granted': { email: string; keyName: string };
  'access-declined': { email: string; keyName: string; reason: string };
  /** To the operator; what it lists is looked up when it is sent. */
  'access-requests': { email: string };
}

/** All that a subject asks of the queue. */
export type AccountMailQueue = Pick<MailQueue<AccountMails>, 'enqueue'>;
