import type { Db } from '../../platform/database.ts';
import type { Compose } from '../../platform/mail/queue.ts';
import type { Message } from '../../platform/mail/transport.ts';
import { resetPasswordLink, undoEmailLink } from '../../urls.ts';
import { undoHours } from '../contract.ts';
import { parseEmail } from '../email.ts';
import type { AccountMails } from '../mail-kinds.ts';
import { findUserByEmail } from '../user-store.ts';
import {
  accountDeleted,
  alreadyRegistered,
  code,
  dataExported,
  emailChangeCode,
  emailChanged,
  emailTaken,
  newDevice,
  passwordChanged,
  passwordReset,
} from './account-mails.ts';
import {
  accessDeclined,
  accessGranted,
  accessRequests,
  keyCreated,
  keyEnds,
  keyExpiryMoved,
  keyRotated,
  newSecretDiscarded,
  type OpenRequest,
  oldSecretRevoked,
} from './key-mails.ts';
import { type Content, type MailLook, render } from './layout.ts';

interface MailOptions {
  db: Db;
  look: MailLook;
  publicUrl: string;
  listOpenRequests: () => Promise<OpenRequest[]>;
  now: () => number;
}

/** Every mail, made when it is sent. Who has an account is looked up here and nowhere earlier. */
export function composeAccountMail(options: MailOptions): Compose<AccountMails> {
  const { db, look, publicUrl, listOpenRequests, now } = options;
  return async ({ kind, data }) => {
    if ('expiresAt' in data && data.expiresAt < now()) return undefined;
    const address = parseEmail(data.email);
    if (!address) return undefined;
    // A copy to a previous address is about the account, not about who has that address now.
    const accountEmail = 'accountEmail' in data ? data.accountEmail : undefined;
    const user = await findUserByEmail(db, (accountEmail && parseEmail(accountEmail)) || address);
    const mail = (to: string | undefined, content: Content): Message => ({
      to,
      ...render(look, publicUrl, accountEmail ? withReason(content, accountEmail) : content),
    });
    const toAddress = (content: Content) => mail(address.canonical, content);
    /** Goes through all of it when there is nobody, and reaches nobody. */
    const toOwner = (content: Content) => mail(user && address.canonical, content);
    const name = user?.name ?? '';
    switch (kind) {
      case 'verification-code':
        return toAddress(user ? alreadyRegistered(publicUrl) : code(data.code));
      case 'password-reset':
        return toOwner(passwordReset(name, resetPasswordLink(publicUrl, data.token)));
      case 'password-changed':
        return toOwner(passwordChanged(name, data.changedAt, publicUrl));
      case 'new-device':
        return toOwner(newDevice(name, data, publicUrl));
      case 'email-change-code':
        return toAddress(user ? emailTaken(publicUrl) : emailChangeCode(data.code));
      case 'email-changed':
        return toAddress(emailChanged(data.newEmail, data.at, undoEmailLink(publicUrl, data.token)));
      case 'data-exported':
        return toOwner(dataExported(name, data.at, publicUrl));
      case 'account-deleted':
        return toAddress(accountDeleted(data.name, data.at));
      case 'key-created':
        return toOwner(keyCreated(name, data, publicUrl));
      case 'key-rotated':
        return toOwner(keyRotated(name, data.keyName, data.at, publicUrl));
      case 'old-secret-revoked':
        return toOwner(oldSecretRevoked(name, data, publicUrl));
      case 'new-secret-discarded':
        return toOwner(newSecretDiscarded(name, data, publicUrl));
      case 'key-expiry-moved':
        return toOwner(keyExpiryMoved(name, data, publicUrl));
      case 'key-ends':
        return toOwner(keyEnds(name, data, now(), publicUrl));
      case 'access-granted':
        return toOwner(accessGranted(name, data.keyName, publicUrl));
      case 'access-declined':
        return toOwner(accessDeclined(name, data, publicUrl));
      case 'access-requests': {
        const requests = await listOpenRequests();
        return requests.length > 0 ? toAddress(accessRequests(requests)) : undefined;
      }
      default:
        return unknownKind(kind);
    }
  };
}

const withReason = (content: Content, accountEmail: string): Content => ({
  ...content,
  closing: [
    ...content.closing,
    `You get this copy because the account's address was changed from this one to ${accountEmail} in the last ${undoHours} hours. If you didn't change it, take the account back with the link in the mail about that.`,
  ],
});

/** Queued by a newer release, which is asked to send it when its turn comes again. */
function unknownKind(kind: never): never {
  throw new Error(`No mail of kind ${kind}`);
}
