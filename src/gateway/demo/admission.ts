import type { FastifyReply, FastifyRequest } from 'fastify';
import { badRequest, PublicError } from '../../platform/errors.ts';
import { FairLimiter } from '../../platform/fair-queue.ts';
import { networkPath } from '../../platform/rate-limits.ts';
import { quotaHeaders, tooMany } from '../verifier.ts';
import { CpuBudget, createNetworkQuota } from './limits.ts';

interface AdmissionOptions {
  /** The page with keys, and how many requests an hour a free key has. */
  keysUrl: string;
  keyLimit: number;
  networkFactor: number;
  now: () => number;
}

export type GuestAdmission = ReturnType<typeof createGuestAdmission>;

const maxRunning = 2;
/** A page makes a few calls at once. This is room for those of about ten visitors. */
const maxWaiting = 30;
const retryAfterSeconds = 2;
/** The time to read a request and send its answer, which `CpuBudget` cannot see. */
const overheadMs = 0.5;

/** One allowance for all calls without a key: those of the documented API, and the viewer's own. */
export function createGuestAdmission(options: AdmissionOptions) {
  const { networkFactor, now } = options;
  const quota = createNetworkQuota({ now, factor: networkFactor });
  const budget = new CpuBudget({ now });
  const limiter = new FairLimiter({ maxRunning, bounds: { maxWaiting, busy } });
  const running = new WeakSet<FastifyRequest>();
  // A client that has closed its connection has no address.
  const addressOf = (request: FastifyRequest) => request.ip ?? '';

  return {
    /** Counts a call, and returns the headers of its answer. Throws if the network or the server has no more left. */
    take(request: FastifyRequest, cost: number): Record<string, string> {
      const { waitSeconds } = budget;
      if (waitSeconds > 0) throw exhausted(waitSeconds);
      const taken = quota.take(addressOf(request), cost);
      if (taken.allowed) return quotaHeaders(taken, now());
      throw tooMany(taken, describeLimits(taken.limit, options), now());
    },
    /** Waits for a slot. The call then counts as running until `endCall`. */
    async enter(request: FastifyRequest, reply: FastifyReply, extraMs = 0): Promise<void> {
      await limiter.enter(networkPath(addressOf(request)));
      if (reply.raw.destroyed) {
        limiter.leave();
        throw badRequest('The connection was closed before the request was served.');
      }
      running.add(request);
      budget.begin();
      budget.spend(overheadMs + extraMs);
    },
    /** An `onSend` hook: a call ends when its answer is compressed and not when it is sent, so that slow readers hold no slot. */
    async endCall(request: FastifyRequest): Promise<void> {
      if (!running.delete(request)) return;
      budget.end();
      limiter.leave();
    },
  };
}

const describeLimits = (limit: number, { keyLimit, keysUrl }: AdmissionOptions) =>
  `your network has used its ${limit} guest calls this hour. Get a free key for ${keyLimit} an hour: ${keysUrl}`;

const busy = () => unavailableFor(retryAfterSeconds, 'Too many guest calls at once.');
const exhausted = (seconds: number) =>
  unavailableFor(seconds, 'Guest calls have used up their share of the server.');

const unavailableFor = (seconds: number, why: string) =>
  new PublicError(503, `${why} Try again in ${seconds} seconds, or use a key.`, {
    'Retry-After': String(seconds),
  });
