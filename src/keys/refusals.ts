import type { Db } from '../platform/database.ts';
import type { KeyRefusal, RefusalCause } from './contract.ts';
import { listRefusals } from './refusal-store.ts';

/** What the owner can do about it. */
const adviceFor: Record<RefusalCause, string> = {
  'wrong-secret':
    'Check the secret that your program sends: is it whole, and is it this key’s? If you do not know who sent it, rotate the key.',
  'ended-secret': 'A program still uses the secret from before the rotation: give it the new one.',
  'bad-token':
    'Sign the token with HS256, with this key’s client_id, an iat of now, and an exp that is not over.',
  'clock-off': 'Set the clock of the machine that signs the token: iat may be at most 5 minutes off.',
  expired: 'This key has expired: make a new one.',
  suspended: 'Your account is suspended: write to the data team.',
  'role-too-small': 'This key does not reach that endpoint: ask for access.',
  'over-quota': 'Spread your calls over the hour, or ask for more: Retry-After says when to go on.',
};

export async function listKeyRefusals(db: Db, keyId: string): Promise<KeyRefusal[]> {
  const rows = await listRefusals(db, keyId);
  return rows.map(({ day, endpoint, cause, count, first_at, last_at, detail }) => ({
    day,
    endpoint,
    cause,
    count,
    first_at: new Date(first_at).toISOString(),
    last_at: new Date(last_at).toISOString(),
    detail,
    advice: adviceFor[cause],
  }));
}
