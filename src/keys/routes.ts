import { z } from 'zod';
import { networkLimits } from '../accounts/limits.ts';
import { type PasswordParts, requirePassword } from '../accounts/password-check.ts';
import type { SignedInCall, SignedInRoutes } from '../accounts/signed-in-routes.ts';
import { notFound, refused } from '../platform/errors.ts';
import { recordEvent } from '../platform/log.ts';
import type { Limit, RateLimits } from '../platform/rate-limits.ts';
import { parseTime } from '../time.ts';
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

export function keyRoutes(routes: SignedInRoutes, parts: KeyParts): void {
  const { keys, hours } = parts;

  routes.get(
    relative.apiTokens,
    async ({ user }): Promise<TokensAnswer> => ({
      tokens: await keys.list(user.id),
      hours: await hours.listHours(user.id),
    }),
  );

  routes.post(
    relative.apiTokens,
    { limit: keyLimits.changes, body: createBody },
    async (call): Promise<CreateTokenAnswer> => {
      const { name, expires_in_days } = call.body;
      const key = await keys.create(call.user, { name, lifetimeDays: requireLifetime(expires_in_days) });
      record(call, 'key-created', key.external_id);
      call.reply.code(201);
      return { success: true, token: key };
    },
  );

  routes.put(
    relative.apiToken,
    { limit: keyLimits.changes, body: renameBody },
    async (call): Promise<RenameTokenAnswer> => {
      const { name, external_id: clientId } = call.body;
      const key = await keys.rename(call.user.id, call.id, { name, clientId });
      record(call, 'key-renamed', key.external_id);
      return { success: true, token: key };
    },
  );

  routes.delete(relative.apiToken, { limit: 'none' }, async (call): Promise<DeleteTokenAnswer> => {
    await keys.delete(call.user.id, call.id);
    record(call, 'key-deleted');
    return { success: true };
  });

  routes.get(
    relative.tokenDenials,
    async ({ user, id }): Promise<DenialsAnswer> => ({ refusals: await keys.refusals(user.id, id) }),
  );

  routes.get(
    relative.tokenUsage,
    async ({ user, id }): Promise<CallsAnswer> => ({ calls: await keys.calls(user.id, id) }),
  );

  routes.post(
    relative.playgroundToken,
    { limit: keyLimits.playgroundTokens },
    async (call): Promise<PlaygroundToken> => {
      const minted = await keys.mintPlaygroundToken(call.user.id, call.id);
      record(call, 'playground-token', minted.client_id);
      return minted;
    },
  );

  rotationRoutes(routes, parts);
  expiryRoutes(routes, parts);
  accessRoutes(routes, parts);
}

function rotationRoutes(routes: SignedInRoutes, parts: KeyParts): void {
  const { rotation } = parts;

  routes.post(
    relative.rotateToken,
    { limit: keyLimits.rotations, networkLimits: [networkLimits.signIns], body: rotateBody },
    async (call): Promise<CreateTokenAnswer> => {
      const { user, body, request } = call;
      const checkedHash = await requirePassword(parts, request, user, body.password);
      const token = await rotation.rotate(user, call.id, { overlap: body.overlap, checkedHash });
      record(call, 'key-rotated');
      return { success: true, token };
    },
  );

  routes.post(
    relative.revokeOldSecret,
    { limit: keyLimits.revokedSecrets },
    async (call): Promise<RenameTokenAnswer> => {
      const token = await rotation.endOld(call.user, call.id);
      record(call, 'key-old-secret-ended');
      return { success: true, token };
    },
  );

  routes.post(
    relative.discardNewSecret,
    {
      limit: keyLimits.discardedSecrets,
      networkLimits: [networkLimits.protectiveActs],
      body: discardBody,
    },
    async (call): Promise<RenameTokenAnswer> => {
      const checkedHash = await requirePassword(parts, call.request, call.user, call.body.password);
      const token = await rotation.discardNew(call.user, call.id, checkedHash);
      record(call, 'key-new-secret-discarded');
      return { success: true, token };
    },
  );
}

function expiryRoutes(routes: SignedInRoutes, parts: KeyParts): void {
  const { expiry, limits } = parts;

  routes.put(
    relative.tokenExpiry,
    { limit: keyLimits.changes, body: expiryBody },
    async (call): Promise<RenameTokenAnswer> => {
      const { user, body, request } = call;
      const token = await expiry.change(user, call.id, {
        expiresAt: parseTime(body.expires_at),
        // Only a later end asks for the password.
        provePassword: async () => {
          await limits.takeForNetwork(networkLimits.signIns, request.ip);
          return requirePassword(parts, request, user, body.password ?? '');
        },
      });
      record(call, 'key-expiry-chosen', token.external_id);
      return { success: true, token };
    },
  );
}

function accessRoutes(routes: SignedInRoutes, { requests }: KeyParts): void {
  routes.get(
    relative.accessRequests,
    async ({ user }): Promise<AccessRequestsAnswer> => ({ requests: await requests.list(user.id) }),
  );

  routes.post(
    relative.accessRequests,
    { limit: keyLimits.accessRequests, body: askBody },
    async (call): Promise<NewAccessRequestAnswer> => {
      const request = await requests.ask(call.user, call.body);
      record(call, 'access-asked', request.id);
      call.reply.code(201);
      return { success: true, request };
    },
  );

  routes.delete(relative.accessRequest, { limit: 'none' }, async (call): Promise<WithdrawAnswer> => {
    if (!isId(call.id)) throw notFound();
    await requests.withdraw(call.user, call.id);
    record(call, 'access-withdrawn');
    return { success: true };
  });
}

const record = ({ request, user, id }: SignedInCall, event: string, target = id) =>
  recordEvent(request, { event, outcome: 'ok', actor: user.id, target });

const password = z.string().max(5000);
const createBody = z.object({ name: z.string().max(20_000), expires_in_days: z.number().nullish() });
const renameBody = z.object({ name: z.string().max(20_000), external_id: z.string().max(200) });
const rotateBody = z.object({
  overlap: z.enum(overlaps),
  password,
}) satisfies z.ZodType<RotateTokenRequest>;
const discardBody = z.object({ password }) satisfies z.ZodType<DiscardSecretRequest>;
const expiryBody = z.object({
  expires_at: z.string().max(100),
  password: password.optional(),
}) satisfies z.ZodType<ChangeExpiryRequest>;
const askBody = z.object({
  key_id: z.string().max(200),
  purpose: z.string().max(20_000),
  volume: z.string().max(20_000),
});

function requireLifetime(days: number | null | undefined): LifetimeDays | undefined {
  if (days === null || days === undefined) return undefined;
  const known = lifetimesDays.find((lifetime) => lifetime === days);
  if (known === undefined)
    throw refused<KeyCode>('bad-lifetime', `expires_in_days must be ${lifetimesDays.join(', ')} or absent`);
  return known;
}

/**
 * For one person: enough for anyone who clicks, little for a loop. Revoking and discarding a secret have a limit of
 * their own each, and deleting a key has none: other changes never keep an owner from what protects a key.
 */
const keyLimits = {
  changes: {
    name: 'key-changes',
    max: 100,
    windowSeconds: 3600,
    sentence: 'Too many changes to your keys.',
  },
  rotations: {
    name: 'key-rotations',
    max: 100,
    windowSeconds: 3600,
    sentence: 'Too many key rotations.',
  },
  revokedSecrets: {
    name: 'key-revoked-secrets',
    max: 100,
    windowSeconds: 3600,
    sentence: 'Too many attempts to revoke a secret.',
  },
  discardedSecrets: {
    name: 'key-discarded-secrets',
    max: 100,
    windowSeconds: 3600,
    sentence: 'Too many attempts to discard a secret.',
  },
  accessRequests: {
    name: 'access-requests',
    max: 20,
    windowSeconds: 24 * 3600,
    sentence: 'Too many requests for access.',
  },
  playgroundTokens: {
    name: 'playground-tokens',
    max: 60,
    windowSeconds: 3600,
    sentence: 'Too many calls were tried out.',
  },
} satisfies Record<string, Limit>;
