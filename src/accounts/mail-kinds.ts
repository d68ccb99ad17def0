import type { Db } from '../platform/database.ts';
import type { MailQueue } from '../platform/mail/queue.ts';
import type { MailJob } from '../platform/mail/store.ts';
import { hourMs } from '../time.ts';
import { listAddressesBefore } from './address-store.ts';
import { undoHours } from './contract.ts';

interface KeyMail {
  email: string;
  keyName: string;
  /** The account's present address, in copies to a previous one. */
  accountEmail?: string;
}

interface ConnectionMail {
  email: string;
  /** The name that the app gives itself. */
  appName: string;
  accountEmail?: string;
}

interface NewKey {
  keyName: string;
  clientId: string;
  at: number;
}

/** The data of each email about accounts and keys. After `expiresAt` the email is not sent any more. */
export interface AccountMails {
  'verification-code': { email: string; code: string; expiresAt: number };
  'password-reset': { email: string; token: string; expiresAt: number };
  'password-changed': { email: string; changedAt: number };
  'new-device': { email: string; browser: string; address: string; at: number };
  'email-change-code': { email: string; code: string; expiresAt: number };
  /** Sent to the previous address. */
  'email-changed': { email: string; newEmail: string; token: string; at: number; expiresAt: number };
  'data-exported': { email: string; at: number };
  /** Sent to an address that no longer has an account. */
  'account-deleted': { email: string; name: string; at: number; isSuspended?: boolean };
  /** The first new key. `laterKeys` are those of the next minute. */
  'key-created': KeyMail & NewKey & { laterKeys?: NewKey[] };
  'key-rotated': KeyMail & { at: number; oldEndsAt: number };
  'old-secret-revoked': KeyMail & { at: number };
  'new-secret-discarded': KeyMail & { at: number };
  'key-expiry-moved': KeyMail & { endsAt: number; at: number };
  'key-ends': KeyMail & { endsAt: number };
  /** `domain` is null if the app registered itself. */
  'connection-created': ConnectionMail & { domain: string | null; redirectHost: string; at: number };
  /** A refresh token of the app was used by somebody else. */
  'connection-ended': ConnectionMail & { at: number };
  'access-granted': KeyMail;
  'access-declined': KeyMail & { reason: string };
  /** Sent to the operator. The requests are looked up when it is sent. */
  'access-requests': { email: string };
}

/**
 * Queues emails about keys and connected apps to the account's previous addresses too, for as long as these can undo
 * the change, because the owner may be reading only those.
 */
export function withPreviousAddresses(
  mail: AccountMailQueue & Pick<MailQueue<AccountMails>, 'enqueueShared'>,
  now: () => number,
): AccountMailQueue {
  async function enqueue(db: Db, job: AccountMail): Promise<void> {
    if (job.kind !== 'key-created') return mail.enqueue(db, job);
    const { email, accountEmail = email } = job.data;
    const as = `${job.kind} ${email} ${accountEmail}`;
    return mail.enqueueShared(db, job, { as, merge: (waiting) => withLaterKey(waiting, job.data) });
  }
  return {
    async enqueue(db, job) {
      await enqueue(db, job);
      if (!('keyName' in job.data || 'appName' in job.data)) return;
      const accountEmail = job.data.email;
      for (const email of await listAddressesBefore(db, accountEmail, now() - undoHours * hourMs))
        await enqueue(db, { kind: job.kind, data: { ...job.data, email, accountEmail } } as typeof job);
    },
  };
}

type AccountMail = MailJob<AccountMails>;
export type AccountMailQueue = Pick<MailQueue<AccountMails>, 'enqueue'>;

/** The limit of new keys an hour also limits the length of the list. */
function withLaterKey(waiting: AccountMail, { keyName, clientId, at }: NewKey): AccountMail {
  if (waiting.kind !== 'key-created') return waiting;
  const laterKeys = [...(waiting.data.laterKeys ?? []), { keyName, clientId, at }];
  return { kind: waiting.kind, data: { ...waiting.data, laterKeys } };
}
