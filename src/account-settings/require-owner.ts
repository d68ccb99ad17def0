import type { FastifyRequest } from 'fastify';
import type { Sessions, SignedIn } from '../accounts/sessions.ts';
import type { Visitors } from '../platform/http/visitor.ts';
import type { Limit, RateLimits } from '../platform/rate-limits.ts';
import { ownAccountLimits } from './limits.ts';

interface OwnerParts {
  visitors: Visitors;
  sessions: Sessions;
  limits: RateLimits;
}

/**
 * Who changes something of their own: from a page of ours, signed in, and not too often. Where a password is checked,
 * the route takes a limit of the network besides.
 */
export async function requireOwner(
  { visitors, sessions, limits }: OwnerParts,
  request: FastifyRequest,
  limit: Limit = ownAccountLimits.changes,
): Promise<SignedIn> {
  visitors.requireCsrf(request);
  const user = await sessions.require(request);
  await limits.take(limit, user.id);
  return user;
}
