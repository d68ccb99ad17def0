import type { MailQueue } from '../platform/mail/queue.ts';
import { hourMs } from '../time.ts';
import { listAddressesBefore } from './address-store.ts';
import { undoHours } from './contract.ts';

interface KeyMail {
  email: string;
  keyName: string;
  /** The account's present address. Set only in copies to a previous one. */
  accountEmail?: string;
}

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
  'key-created': KeyMail & { clientId: string; at: number };
  'key-rotated': KeyMail & { at: number };
  'old-secret-revoked': KeyMail & { at: number };
  'new-secret-discarded': KeyMail & { at: number };
  'key-expiry-moved': KeyMail & { endsAt: number; at: number };
  'key-ends': KeyMail & { endsAt: number };
  'access-granted': KeyMail;
  'access-declined': KeyMail & { reason: string };
  /** To the operator; what it lists is looked up when it is sent. */
  'access-requests': { email: string };
}

/**
 * Queues mails about keys to the account's previous addresses too, for as long as these can take the account back:
 * the owner may be reading only those.
 */
export const withPreviousAddresses = (mail: AccountMailQueue, now: () => number): AccountMailQueue => ({
  async enqueue(db, job) {
    await mail.enqueue(db, job);
    if (!('keyName' in job.data)) return;
    const accountEmail = job.data.email;
    for (const email of await listAddressesBefore(db, accountEmail, now() - undoHours * hourMs))
      await mail.enqueue(db, { kind: job.kind, data: { ...job.data, email, accountEmail } } as typeof job);
  },
});

/** All that a subject asks of the queue. */
export type AccountMailQueue = Pick<MailQueue<AccountMails>, 'enqueue'>;
