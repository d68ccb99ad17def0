import { pages } from '../../urls.ts';
import type { Content } from './look.ts';

/** The words of the mails about requests for more access. */

/** As the operator reads it: written by a stranger, cleaned when it came. */
export interface OpenRequest {
  email: string;
  clientId: string;
  keyName: string;
  purpose: string;
  volume: string;
}

const listedMax = 20;

export const accessGranted = (name: string, keyName: string, publicUrl: string): Content => ({
  subject: 'Your key has all access',
  paragraphs: [
    `Hello ${name},`,
    `Your request was granted: the key "${keyName}" reaches every endpoint from now on. Its secret stays as it is.`,
  ],
  button: { label: 'Look at your keys', url: publicUrl + pages.apiKeys },
  closing: ['The access belongs to this key: if you delete the key, it goes with it.'],
});

export const accessDeclined = (
  name: string,
  { keyName, reason }: { keyName: string; reason: string },
  publicUrl: string,
): Content => ({
  subject: 'Your request for all access was declined',
  paragraphs: [`Hello ${name},`, `Your request for the key "${keyName}" was declined:`, reason],
  button: { label: 'Look at your keys', url: publicUrl + pages.apiKeys },
  closing: ['The key works as before. You can ask again when something has changed.'],
});

export const accessRequests = (requests: OpenRequest[]): Content => ({
  subject:
    requests.length === 1 ? 'Someone asks for all access' : `${requests.length} people ask for all access`,
  paragraphs: ['These requests are open:'],
  facts: requests
    .slice(0, listedMax)
    .map(({ email, keyName, clientId, purpose, volume }) => [
      email,
      `${keyName} (${clientId}): ${purpose}${volume && ` · ${volume}`}`,
    ]),
  closing: [
    'They are listed and answered on the command line:',
    'npm run -s admin -- requests',
    'npm run -s admin -- grant <client id> all_access',
    'npm run -s admin -- decline <client id> <reason>',
  ],
});
