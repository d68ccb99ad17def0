import { dayMs } from '../../time.ts';
import { pages } from '../../urls.ts';
import { type Content, inMinutes } from './layout.ts';

/** The words of the mails about keys. */

const toKeys = (publicUrl: string) => ({ label: 'Look at your keys', url: publicUrl + pages.apiKeys });

export const keyCreated = (
  name: string,
  { keyName, clientId, at }: { keyName: string; clientId: string; at: number },
  publicUrl: string,
): Content => ({
  subject: 'You have a new API key',
  paragraphs: [`Hello ${name},`, 'A key was made in your account:'],
  facts: [
    ['Name', keyName],
    ['Client id', clientId],
    ['Time', `${inMinutes(at)} UTC`],
  ],
  button: toKeys(publicUrl),
  closing: [
    'Its secret was shown once, on the page. If it was not you, delete the key and set a new password at once.',
  ],
});

export const keyRotated = (name: string, keyName: string, at: number, publicUrl: string): Content => ({
  subject: 'Your key has a new secret',
  paragraphs: [
    `Hello ${name},`,
    `The key "${keyName}" got a new secret on ${inMinutes(at)} UTC. The old one works for the time that was chosen.`,
  ],
  button: toKeys(publicUrl),
  closing: [
    'If it was not you, choose "Discard new secret" beside the key and set a new password at once: someone knows yours.',
  ],
});

interface SecretEnd {
  keyName: string;
  at: number;
}

export const oldSecretRevoked = (name: string, { keyName, at }: SecretEnd, publicUrl: string): Content => ({
  subject: "Your key's old secret was revoked",
  paragraphs: [
    `Hello ${name},`,
    `The old secret of the key "${keyName}" was revoked on ${inMinutes(at)} UTC. Only the new secret works now.`,
  ],
  button: toKeys(publicUrl),
  closing: ["Wasn't you? Change your password, then rotate or delete the key."],
});

export const newSecretDiscarded = (name: string, { keyName, at }: SecretEnd, publicUrl: string): Content => ({
  subject: "Your key's new secret was discarded",
  paragraphs: [
    `Hello ${name},`,
    `The new secret of the key "${keyName}" was discarded on ${inMinutes(at)} UTC. The old secret keeps working.`,
  ],
  button: toKeys(publicUrl),
  closing: ["Wasn't you? Change your password now: someone knows it."],
});

export const keyExpiryMoved = (
  name: string,
  { keyName, endsAt, at }: { keyName: string; endsAt: number; at: number },
  publicUrl: string,
): Content => ({
  subject: 'Your key works longer',
  paragraphs: [
    `Hello ${name},`,
    `On ${inMinutes(at)} UTC the end of the key "${keyName}" was moved to ${inMinutes(endsAt)} UTC.`,
  ],
  button: toKeys(publicUrl),
  closing: ['If it was not you, set a new password at once: someone knows yours.'],
});

export function keyEnds(
  name: string,
  { keyName, endsAt }: { keyName: string; endsAt: number },
  now: number,
  publicUrl: string,
): Content {
  const hasEnded = endsAt <= now;
  return {
    subject: hasEnded
      ? `Your key "${keyName}" has expired`
      : `Your key "${keyName}" expires ${inDays(endsAt - now)}`,
    paragraphs: [
      `Hello ${name},`,
      hasEnded
        ? `The key "${keyName}" expired on ${inMinutes(endsAt)} UTC: calls with it are refused.`
        : `The key "${keyName}" works until ${inMinutes(endsAt)} UTC. Calls with it are refused after that.`,
    ],
    button: toKeys(publicUrl),
    closing: [
      hasEnded
        ? 'An expired key stays expired. Make a new one and put it where the old one was.'
        : 'If your programs still need it, give it a later end beside the key, or make a new one in time.',
    ],
  };
}

function inDays(ms: number): string {
  const days = Math.ceil(ms / dayMs);
  return days <= 1 ? 'within a day' : `in ${days} days`;
}

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
