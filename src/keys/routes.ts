import { z } from 'zod';
import { password, text } from '../accounts/bodies.ts';
import { limitPerHour, networkLimits } from '../accounts/limits.ts';
import { type PasswordParts, requirePassword } from '../accounts/password-check.ts';
import type { SignedInCall, SignedInRoutes } from '../accounts/signed-in-routes.ts';
import { notFound, refused } from '../platform/errors.ts';
import { recordEvent } from '../platform/log.ts';
import type { RateLimits } from '../platform/rate-limits.ts';
import { parseIsoTime } from '../time.ts';
import { relative } from '../urls.ts';
import type { AccessRequests } from './access-requests.ts';
import {
  type AccessRequestsAnswer,
  type CallsAnswer,
  type ChangeExpiryRequest,
  type CreateTokenAnswer,
  type DeleteTokenAnswer,
  type DenialsAnswer,
  type DiscardSecretRequest,
  type KeyCode,
  type KeyHour,
  type LifetimeDays,
  lifetimesDays,
  type NewAccessRequestAnswer,
  overlaps,
  type PlaygroundToken,
  type RenameTokenAnswer,
  type RotateTokenRequest,
  type TokensAnswer,
  type WithdrawAnswer,
} from './contract.ts';
import type { Expiry } from './expiry.ts';
import type { Keys } from './keys.ts';
import { isId } from './own-key.ts';
import type { Rotation } from './rotation.ts';

interface KeyParts extends PasswordParts {
  keys: Keys;
  hours: { listHours(userId: string): Promise<Record<string, KeyHour>> };
  rotation: Rotation;
  expiry: Expiry;
  requests: AccessRequests;
  limits: RateLimits;
}

/**
 * Limits for one person: enough for anyone who clicks, too little for a loop. Revoking and discarding a secret have
 * their own limits, and deleting a key has none, so that other changes never block what protects a key.
 */
const keyLimits = {
  changes: limitPerHour('key-changes', 100, 'Too many changes to your keys.'),
  rotations: limitPerHour('key-rotations', 100, 'Too many key rotations.'),
  revokedSecrets: limitPerHour('key-revoked-secrets', 100, 'Too many attempts to revoke a secret.'),
  discardedSecrets: limitPerHour('key-discarded-secrets', 100, 'Too many attempts to discard a secret.'),
  accessRequests: {
    ...limitPerHour('access-requests', 20, 'Too many requests for access.'),
    windowSeconds: 24 * 3600,
  },
  playgroundTokens: limitPerHour('playground-tokens', 60, 'Too many calls from this page.'),
};

export function keyRoutes(routes: SignedInRoutes, parts: KeyParts): void {
  const { keys, hours } = parts;

  routes.get(
    relative.apiTokens,
    async ({ user }): Promise<TokensAnswer> => ({
      tokens: await keys.list(user.id),
      hours: await hours.listHours(user.id),
    }),
  );

  const create = { limit: keyLimits.changes, body: createBody };
  routes.post(relative.apiTokens, create, async (call): Promise<CreateTokenAnswer> => {
    const { name, expires_in_days } = call.body;
    const token = await keys.create(call.user, { name, lifetimeDays: requireLifetime(expires_in_days) });
    record(call, 'key-created', token.external_id);
    call.reply.code(201);
    return { success: true, token };
  });

  const rename = { limit: keyLimits.changes, body: renameBody };
  routes.put(relative.apiToken, rename, async (call): Promise<RenameTokenAnswer> => {
    const { name, external_id: clientId } = call.body;
    const token = await keys.rename(call.user.id, call.id, { name, clientId });
    record(call, 'key-renamed', token.external_id);
    return { success: true, token };
  });

  routes.delete(relative.apiToken, { limit: 'none' }, async (call): Promise<DeleteTokenAnswer> => {
    await keys.remove(call.user.id, call.id);
    record(call, 'key-deleted');
    return { success: true };
  });

  routes.get(
    relative.tokenDenials,
    async ({ user, id }): Promise<DenialsAnswer> => ({ refusals: await keys.denials(user.id, id) }),
  );

  routes.get(
    relative.tokenUsage,
    async ({ user, id }): Promise<CallsAnswer> => ({ calls: await keys.calls(user.id, id) }),
  );

  const mint = { limit: keyLimits.playgroundTokens };
  routes.post(relative.playgroundToken, mint, async (call): Promise<PlaygroundToken> => {
    const minted = await keys.mintPlaygroundToken(call.user.id, call.id);
    record(call, 'playground-token', minted.client_id);
    return minted;
  });

  secretRoutes(routes, parts);
  accessRoutes(routes, parts);
}

function secretRoutes(routes: SignedInRoutes, parts: KeyParts): void {
  const { rotation, expiry, limits } = parts;

  const rotate = { limit: keyLimits.rotations, networkLimits: [networkLimits.signIns], body: rotateBody };
  routes.post(relative.rotateToken, rotate, async (call): Promise<CreateTokenAnswer> => {
    const { user, body, request } = call;
    const checkedHash = await requirePassword(parts, request, user, body.password);
    const token = await rotation.rotate(user, call.id, { overlap: body.overlap, checkedHash });
    record(call, 'key-rotated');
    return { success: true, token };
  });

  const revoke = { limit: keyLimits.revokedSecrets };
  routes.post(relative.revokeOldSecret, revoke, async (call): Promise<RenameTokenAnswer> => {
    const token = await rotation.revokeOld(call.user, call.id);
    record(call, 'key-old-secret-ended');
    return { success: true, token };
  });

  const discard = {
    limit: keyLimits.discardedSecrets,
    networkLimits: [networkLimits.protectiveActs],
    body: discardBody,
  };
  routes.post(relative.discardNewSecret, discard, async (call): Promise<RenameTokenAnswer> => {
    const checkedHash = await requirePassword(parts, call.request, call.user, call.body.password);
    const token = await rotation.discardNew(call.user, call.id, checkedHash);
    record(call, 'key-new-secret-discarded');
    return { success: true, token };
  });

  const change = { limit: keyLimits.changes, body: expiryBody };
  routes.put(relative.tokenExpiry, change, async (call): Promise<RenameTokenAnswer> => {
    const { user, body, request } = call;
    const provePassword = async () => {
      await limits.takeForNetwork(networkLimits.signIns, request.ip);
      return requirePassword(parts, request, user, body.password ?? '');
    };
    const token = await expiry.change(user, call.id, {
      expiresAt: parseIsoTime(body.expires_at),
      provePassword,
    });
    record(call, 'key-expiry-chosen', token.external_id);
    return { success: true, token };
  });
}

function accessRoutes(routes: SignedInRoutes, { requests }: KeyParts): void {
  routes.get(
    relative.accessRequests,
    async ({ user }): Promise<AccessRequestsAnswer> => ({ requests: await requests.list(user.id) }),
  );

  const create = { limit: keyLimits.accessRequests, body: accessBody };
  routes.post(relative.accessRequests, create, async (call): Promise<NewAccessRequestAnswer> => {
    const request = await requests.create(call.user, call.body);
    record(call, 'access-requested', request.id);
    call.reply.code(201);
    return { success: true, request };
  });

  routes.delete(relative.accessRequest, { limit: 'none' }, async (call): Promise<WithdrawAnswer> => {
    if (!isId(call.id)) throw notFound();
    await requests.withdraw(call.user, call.id);
    record(call, 'access-withdrawn');
    return { success: true };
  });
}

const record = ({ request, user, id }: SignedInCall, event: string, target = id) =>
  recordEvent(request, { event, outcome: 'ok', actor: user.id, target });

const createBody = z.object({ name: text(20_000), expires_in_days: z.number().nullish() });
const renameBody = z.object({ name: text(20_000), external_id: text(200) });
const rotateBody = z.object({ overlap: z.enum(overlaps), password }) satisfies z.ZodType<RotateTokenRequest>;
const discardBody = z.object({ password }) satisfies z.ZodType<DiscardSecretRequest>;
const expiryBody = z.object({
  expires_at: text(100),
  password: password.optional(),
}) satisfies z.ZodType<ChangeExpiryRequest>;
const accessBody = z.object({ key_id: text(200), purpose: text(20_000), volume: text(20_000) });

function requireLifetime(days: number | null | undefined): LifetimeDays | undefined {
  if (days === null || days === undefined) return undefined;
  const known = lifetimesDays.find((lifetime) => lifetime === days);
  if (known === undefined)
    throw refused<KeyCode>('bad-lifetime', `expires_in_days must be ${lifetimesDays.join(', ')} or absent`);
  return known;
}
