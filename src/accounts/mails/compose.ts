import type { Db } from '../../platform/database.ts';
import type { Compose } from '../../platform/mail/queue.ts';
import { undoHours } from '../contract.ts';
import { parseEmail } from '../email.ts';
import type { AccountMails } from '../mail-kinds.ts';
import { findUserByEmail } from '../user-store.ts';
import { accountMails } from './account-mails.ts';
import { keyMails } from './key-mails.ts';
import { type Content, type MailContext, type MailLook, type MailTexts, render } from './layout.ts';

interface MailOptions {
  db: Db;
  look: MailLook;
  publicUrl: string;
  adminCommand: string;
  listOpenRequests: () => Promise<MailContext['openRequests']>;
  now: () => number;
}

type Kind = keyof AccountMails;

const texts: MailTexts = { ...accountMails, ...keyMails };

/** These emails are sent whether the address has an account or not, so they don't greet a person. */
const sentToAnyone: Kind[] = ['verification-code', 'email-change-code', 'email-changed', 'access-requests'];

/** Creates every email when it is sent. Only here is it looked up whether an address has an account. */
export function composeAccountMail(options: MailOptions): Compose<AccountMails> {
  const { db, look, publicUrl, adminCommand, listOpenRequests, now } = options;
  return async ({ kind, data }) => {
    // The email was queued by a newer release, which will send it when it is tried again.
    if (!Object.hasOwn(texts, kind)) throw new Error(`No email of kind ${kind}`);
    if ('expiresAt' in data && data.expiresAt < now()) return undefined;
    const address = parseEmail(data.email);
    if (!address) return undefined;
    // A copy to a previous address is about the account, not about a new account with that address.
    const accountEmail = 'accountEmail' in data ? data.accountEmail : undefined;
    const user = await findUserByEmail(db, (accountEmail && parseEmail(accountEmail)) || address);
    const openRequests = kind === 'access-requests' ? await listOpenRequests() : [];
    if (kind === 'access-requests' && openRequests.length === 0) return undefined;
    const context = { hasAccount: user !== undefined, openRequests, publicUrl, adminCommand, now: now() };
    const text = textOf(kind, data, context);
    const name = 'name' in data ? data.name : (user?.name ?? '');
    const greeting = sentToAnyone.includes(kind) ? [] : [`Hello ${name},`];
    const reason = accountEmail ? [reasonForCopy(accountEmail)] : [];
    const content = {
      ...text,
      paragraphs: [...greeting, text.paragraphs].flat(),
      closing: [text.closing, ...reason].flat(),
    };
    // Without an account the email is created all the same, so that it takes as long, and is not sent.
    const hasReader = user !== undefined || sentToAnyone.includes(kind) || kind === 'account-deleted';
    return { to: hasReader ? address : undefined, ...render(look, publicUrl, content) };
  };
}

const textOf = <K extends Kind>(kind: K, data: AccountMails[K], context: MailContext): Content =>
  texts[kind](data, context);

const reasonForCopy = (accountEmail: string) =>
  `You're getting this copy because the account's email address was changed from this one to ${accountEmail} in the last ${undoHours} hours. If you didn't change it, undo the change with the link in our email about it.`;
