import { dayMs, formatDayAndMinute, formatMinute } from '../../time.ts';
import { pages } from '../../urls.ts';
import type { MailTexts } from './layout.ts';

const maxListed = 20;
const wasntYou = "Wasn't you? Change your password now. Someone knows it.";

const toKeys = (publicUrl: string) => ({ label: 'Manage keys', url: publicUrl + pages.apiKeys });

/** The texts of emails about keys and requests for access. */
export const keyMails = {
  'key-created': ({ keyName, clientId, at, laterKeys = [] }, { publicUrl }) =>
    laterKeys.length === 0
      ? {
          subject: 'You have a new API key',
          paragraphs: 'A new API key was created:',
          facts: [
            ['Name', keyName],
            ['Client ID', clientId],
            ['Time', formatMinute(at)],
          ],
          button: toKeys(publicUrl),
          closing: "Wasn't you? Delete the key and change your password.",
        }
      : {
          subject: `You have ${laterKeys.length + 1} new API keys`,
          paragraphs: 'New API keys were created:',
          facts: listKeys([{ keyName, clientId, at }, ...laterKeys]),
          button: toKeys(publicUrl),
          closing: "Wasn't you? Delete the keys and change your password.",
        },

  'key-rotated': ({ keyName, at, oldEndsAt }, { publicUrl }) => ({
    subject: 'Your key has a new secret',
    paragraphs: `The key "${keyName}" got a new secret on ${formatMinute(at)}. The old secret keeps working until ${formatMinute(oldEndsAt)}.`,
    button: toKeys(publicUrl),
    closing:
      'Wasn\'t you? Choose "Discard new secret" on the key and change your password now. Someone knows it.',
  }),

  'old-secret-revoked': ({ keyName, at }, { publicUrl }) => ({
    subject: "Your key's old secret was revoked",
    paragraphs: `The old secret of the key "${keyName}" was revoked on ${formatMinute(at)}. Only the new secret works now.`,
    button: toKeys(publicUrl),
    closing: "Wasn't you? Change your password, then rotate or delete the key.",
  }),

  'new-secret-discarded': ({ keyName, at }, { publicUrl }) => ({
    subject: "Your key's new secret was discarded",
    paragraphs: `The new secret of the key "${keyName}" was discarded on ${formatMinute(at)}. The old secret keeps working.`,
    button: toKeys(publicUrl),
    closing: wasntYou,
  }),

  'key-expiry-moved': ({ keyName, endsAt, at }, { publicUrl }) => ({
    subject: "Your key's expiry date was extended",
    paragraphs: `The expiry date of the key "${keyName}" was changed on ${formatMinute(at)}. The key now expires on ${formatDayAndMinute(endsAt)}.`,
    button: toKeys(publicUrl),
    closing: wasntYou,
  }),

  'key-ends': ({ keyName, endsAt }, { publicUrl, now }) => {
    const when = formatMinute(endsAt);
    const days = Math.ceil((endsAt - now) / dayMs);
    return endsAt <= now
      ? {
          subject: `Your key "${keyName}" has expired`,
          paragraphs: `The key "${keyName}" expired on ${when}. Calls with it are denied.`,
          button: toKeys(publicUrl),
          closing: "Expired keys can't be extended. Create a new key and use it in place of the old one.",
        }
      : {
          subject: `Your key "${keyName}" expires ${days <= 1 ? 'within a day' : `in ${days} days`}`,
          paragraphs: `The key "${keyName}" expires on ${when}. After that, calls with it are denied.`,
          button: toKeys(publicUrl),
          closing: 'If you still need it, set a later expiry date, or create a new key before then.',
        };
  },

  'access-granted': ({ keyName }, { publicUrl }) => ({
    subject: 'Your key has all access',
    paragraphs: `Your request was granted. The key "${keyName}" can now call every endpoint. Its secret stays the same.`,
    button: toKeys(publicUrl),
    closing: 'The access belongs to this key. If you delete the key, you lose the access too.',
  }),

  'access-declined': ({ keyName, reason }, { publicUrl }) => ({
    subject: 'Your request for all access was declined',
    paragraphs: [`Your request for the key "${keyName}" was declined:`, reason],
    button: toKeys(publicUrl),
    closing: 'The key works as before. You can send a new request if your needs change.',
  }),

  'access-requests': (_, { openRequests: requests, adminCommand }) => ({
    subject:
      requests.length === 1 ? 'Someone requested all access' : `${requests.length} requests for all access`,
    paragraphs: 'Open requests:',
    facts: requests
      .slice(0, maxListed)
      .map(({ email, keyName, clientId, purpose, volume }) => [
        email,
        `${keyName} (${clientId}): ${purpose}${volume && ` · ${volume}`}`,
      ]),
    closing: 'List and answer them on the command line:',
    commands: [
      `${adminCommand} requests`,
      `${adminCommand} grant <client ID> all_access`,
      `${adminCommand} decline <client ID> <reason>`,
    ],
  }),
} satisfies Partial<MailTexts>;

function listKeys(keys: { keyName: string; clientId: string; at: number }[]): [string, string][] {
  const listed = keys
    .slice(0, maxListed)
    .map(({ keyName, clientId, at }): [string, string] => [clientId, `${keyName} · ${formatMinute(at)}`]);
  const rest = keys.length - listed.length;
  return rest > 0
    ? [...listed, ['And more', `${rest}, listed on the keys page if they still exist`]]
    : listed;
}
