import { formatMinute } from '../../time.ts';
import { pages } from '../../urls.ts';
import type { MailTexts } from './layout.ts';

const toAccount = (publicUrl: string) => ({ label: 'Manage connected apps', url: publicUrl + pages.account });

/** The texts of emails about connected apps. An app chooses its own name, so each says what is verified. */
export const connectionMails = {
  'connection-created': ({ appName, domain, redirectHost, at }, { publicUrl }) => ({
    subject: 'An app was connected to your account',
    paragraphs: 'An app can now call the MCP server with the rights of your keys:',
    facts: [
      ['Name', appName],
      ['Published by', domain ?? 'not verified, because the app registered itself'],
      ['Access was sent to', redirectHost],
      ['Time', formatMinute(at)],
    ],
    button: toAccount(publicUrl),
    closing: "Wasn't you? Disconnect the app and change your password now. Someone knows it.",
  }),

  'connection-ended': ({ appName, at }, { publicUrl }) => ({
    subject: 'We disconnected an app from your account',
    paragraphs: [
      `The app "${appName}" was disconnected on ${formatMinute(at)}, because a token that it had already replaced was used again. Someone may have copied the token.`,
      'If you still use the app, connect it again. It will ask you to sign in.',
    ],
    button: toAccount(publicUrl),
    closing: 'Your keys and your password are not affected.',
  }),
} satisfies Partial<MailTexts>;
