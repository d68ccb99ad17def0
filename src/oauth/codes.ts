import { createHash } from 'node:crypto';
import type { Db } from '../platform/database.ts';
import { isSameText, randomSecret, sha256 } from '../platform/secrets.ts';
import type { Approval } from './contract.ts';
import { insertCode } from './store.ts';

/** Stores what a person has allowed, and returns the code that the app exchanges for tokens. */
export async function issueCode(
  db: Db,
  { userId, client, redirectUri, codeChallenge, scope, resource }: Approval,
  now: number,
): Promise<string> {
  const code = randomSecret();
  await insertCode(db, {
    code_hash: sha256(code),
    user_id: userId,
    client_id: client.id,
    client_name: client.name,
    domain: client.domain ?? null,
    redirect_uri: redirectUri,
    code_challenge: codeChallenge,
    scope,
    resource,
    created_at: now,
  });
  return code;
}

const verifierForm = /^[A-Za-z0-9._~-]{43,128}$/;

/** PKCE with S256, the only method. */
export const matchesChallenge = (verifier: string | undefined, challenge: string): boolean =>
  verifier !== undefined &&
  verifierForm.test(verifier) &&
  isSameText(createHash('sha256').update(verifier).digest('base64url'), challenge);
