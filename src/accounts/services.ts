import type { Db } from '../platform/database.ts';
import type { StoredMail } from '../platform/mail/store.ts';
import type { RateLimits } from '../platform/rate-limits.ts';
import type { Secrets } from '../platform/secrets.ts';
import type { AddressHistory } from './address-history.ts';
import type { AccountMails } from './mail-kinds.ts';
import type { PasswordParts } from './password-check.ts';

/** Needed by everything that changes accounts. */
export interface AccountServices extends PasswordParts {
  secrets: Secrets;
  limits: RateLimits;
  mail: Pick<StoredMail<AccountMails>, 'enqueue' | 'erase' | 'count'>;
  addresses: AddressHistory;
  providerName: string;
  /**
   * Disconnects every app of the person, because someone else who knew the old password may have connected one. It must
   * come last in its transaction: it records the changes of these keys and of the other given ones.
   */
  endConnections: (trx: Db, userId: string, changedKeyIds?: string[]) => Promise<void>;
  now: () => number;
}
