import { createHmac } from 'node:crypto';
import type { Db } from '../platform/database.ts';
import type { Secrets } from '../platform/secrets.ts';
import { type PlaygroundToken, playgroundTokenSeconds } from './contract.ts';
import { requireOwnKey } from './own-key.ts';
import { openSecret, secretsOf } from './sealed-secret.ts';

/**
 * A token as the documentation describes it, signed for the owner's own page: so that the page can call the
 * API as a program would, and the secret stays where it is.
 */
export async function mintPlaygroundToken(
  { db, secrets, now }: { db: Db; secrets: Secrets; now: () => number },
  userId: string,
  id: string,
): Promise<PlaygroundToken> {
  const key = await requireOwnKey(db, userId, id);
  const secret = openSecret(secrets, key.id, secretsOf(key)[0]);
  return signPlaygroundToken(key.external_id, secret, now());
}

export function signPlaygroundToken(client_id: string, secret: string, nowMs: number): PlaygroundToken {
  const iat = Math.floor(nowMs / 1000);
  const exp = iat + playgroundTokenSeconds;
  return {
    client_id,
    token: sign(secret, { client_id, iat, exp }),
    expires_at: new Date(exp * 1000).toISOString(),
  };
}

function sign(secret: string, claims: object): string {
  const text = [{ alg: 'HS256', typ: 'JWT' }, claims].map(encode).join('.');
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
