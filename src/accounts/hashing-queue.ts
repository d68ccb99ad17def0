import { availableParallelism } from 'node:os';
import { PublicError } from '../platform/errors.ts';
import { FairQueue } from '../platform/fair-queue.ts';

/** Hashing is heavy on purpose, and compression shares its threads: one core stays free for everyone else. */
const parallelMax = Math.min(2, Math.max(1, availableParallelism() - 1));
/** About a second of work. */
const waitingMax = 20;
const retryAfterSeconds = 5;

/** Passwords are hashed a few at a time. Ahead of everyone goes who is known to own the account. */
export class HashingQueue extends FairQueue {
  constructor() {
    super({ parallelMax, waitingMax, busy });
  }
}

const busy = () =>
  new PublicError(
    503,
    `Many people are signing in right now. Please try again in ${retryAfterSeconds} seconds.`,
    {
      'Retry-After': String(retryAfterSeconds),
    },
  );
