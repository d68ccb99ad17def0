import { formatMinute } from '../../time.ts';
import { pages, resetPasswordLink, undoEmailLink } from '../../urls.ts';
import { codeMinutes, linkMinutes, undoHours } from '../contract.ts';
import type { Content, MailTexts } from './layout.ts';

const toPortal = (publicUrl: string) => ({ label: 'Open the portal', url: publicUrl + pages.docs });

const toApps = (publicUrl: string) => ({ label: 'Manage connected apps', url: publicUrl + pages.account });

const codeMail = (code: string, purpose: string): Content => ({
  subject: `${code} is your verification code`,
  paragraphs: purpose,
  code,
  closing: `The code expires in ${codeMinutes} minutes. If you didn't request it, you can ignore this email.`,
});

/** The texts of emails about accounts and their connected apps, which choose their own names. */
export const accountMails = {
  'verification-code': ({ code }, { hasAccount, publicUrl }) =>
    hasAccount
      ? {
          subject: 'You already have an account',
          paragraphs: [
            'Someone (probably you) tried to sign up with this email again.',
            'Sign in with your password. If you forgot it, choose "Forgot password?" in the sign-in dialog.',
          ],
          button: toPortal(publicUrl),
          closing: "If it wasn't you, you can ignore this email. Nothing has changed.",
        }
      : codeMail(code, 'Enter this code to finish setting up your account:'),

  'password-reset': ({ token }, { publicUrl }) => ({
    subject: 'Set a new password',
    paragraphs: 'You asked to reset your password. Use this link to set a new one. It works once.',
    button: { label: 'Set a new password', url: resetPasswordLink(publicUrl, token), isPersonal: true },
    closing: `The link expires in ${linkMinutes} minutes. If you didn't ask for it, you can ignore this email. Your password stays the same.`,
  }),

  'password-changed': ({ changedAt }, { publicUrl }) => ({
    subject: 'Your password was changed',
    paragraphs: `Your password was changed on ${formatMinute(changedAt)}. All other browsers were signed out, and connected apps were disconnected.`,
    button: toPortal(publicUrl),
    closing: 'Wasn\'t you? Choose "Forgot password?" in the sign-in dialog now to take your account back.',
  }),

  'new-device': ({ browser, address, at }, { publicUrl }) => ({
    subject: 'New sign-in to your account',
    paragraphs: 'Someone signed in to your account from a new browser:',
    facts: [
      ['Browser', browser],
      ['Network address', address],
      ['Time', formatMinute(at)],
    ],
    button: { label: 'Manage sessions', url: publicUrl + pages.account },
    closing:
      "If it was you, there's nothing to do. If it wasn't, sign out of all other sessions and change your password now. Someone knows it.",
  }),

  'email-change-code': ({ code }, { hasAccount, publicUrl }) =>
    hasAccount
      ? {
          subject: 'This email address already has an account',
          paragraphs: [
            'Someone (probably you) tried to use this email address for another account. It already has an account, so nothing was changed.',
            'To use it for the other account, sign in to the account with this address and delete that one first.',
          ],
          button: toPortal(publicUrl),
          closing: "If it wasn't you, you can ignore this email.",
        }
      : codeMail(code, 'Enter this code on your account page to use this email address for your account:'),

  'email-changed': ({ newEmail, at, token }, { publicUrl }) => ({
    subject: 'The email address of your account was changed',
    paragraphs: [
      `The email address of your account was changed to ${newEmail} on ${formatMinute(at)}. We'll send future emails there.`,
      "If it was you, there's nothing to do. If it wasn't, undo the change with this link:",
    ],
    button: { label: 'Undo the change', url: undoEmailLink(publicUrl, token), isPersonal: true },
    closing: `The link works for ${undoHours} hours. It restores this address, ends all sessions, disconnects all apps, revokes keys and secrets created since the change, and lets you set a new password.`,
  }),

  'data-exported': ({ at }, { publicUrl }) => ({
    subject: 'Your data was downloaded',
    paragraphs: `Someone who knows your password (probably you) downloaded everything we store about you on ${formatMinute(at)}. Passwords and API secrets are not included.`,
    button: { label: 'Open your account', url: publicUrl + pages.account },
    closing: "Wasn't you? Change your password now. Someone knows it.",
  }),

  'account-deleted': ({ at, isSuspended }) => ({
    subject: 'Your account was deleted',
    paragraphs: `Your account was deleted on ${formatMinute(at)}, as you asked. Your keys no longer work, and your name, email and usage were erased.`,
    closing: `We keep a record of changes to keys, in which you appear only as a hash that can't be reversed. ${
      isSuspended
        ? 'The suspension stays for 24 months. Until then we keep such hashes of your email addresses too.'
        : 'You can sign up again at any time.'
    } This is our last email to this address.`,
  }),

  'connection-created': ({ appName, domain, redirectHost, at }, { publicUrl }) => ({
    subject: 'An app was connected to your account',
    paragraphs: 'An app can now call the MCP server with the rights of your keys:',
    facts: [
      ['Name', appName],
      ['Published by', domain ?? 'not verified, because the app registered itself'],
      ['Access was sent to', redirectHost],
      ['Time', formatMinute(at)],
    ],
    button: toApps(publicUrl),
    closing: "Wasn't you? Disconnect the app and change your password now. Someone knows it.",
  }),

  'connection-ended': ({ appName, at }, { publicUrl }) => ({
    subject: 'We disconnected an app from your account',
    paragraphs: [
      `The app "${appName}" was disconnected on ${formatMinute(at)}, because a token that it had already replaced was used again. Someone may have copied the token.`,
      'If you still use the app, connect it again. It will ask you to sign in.',
    ],
    button: toApps(publicUrl),
    closing: 'Your keys and your password are not affected.',
  }),
} satisfies Partial<MailTexts>;
