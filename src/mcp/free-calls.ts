import { PublicError, tooManyRequests } from '../platform/errors.ts';
import type { Limit, RateLimits } from '../platform/rate-limits.ts';

const perMinute: Limit = {
  name: 'free-mcp-calls',
  max: 600,
  windowSeconds: 60,
  sentence: 'Too many questions about the key and the documentation: a person may ask 600 a minute.',
};

const maxBlocked = 10_000;

/**
 * What costs no quota is limited by itself: key status, documentation tools, resources and completions. They answer
 * when the hour is used up, which is when people ask them.
 */
export class FreeCalls {
  readonly #limits: Pick<RateLimits, 'take'>;
  readonly #now: () => number;
  /** By person, until when: calls above the limit cost no write to the database. */
  readonly #blocked = new Map<string, number>();

  constructor(options: { limits: Pick<RateLimits, 'take'>; now: () => number }) {
    this.#limits = options.limits;
    this.#now = options.now;
  }

  /** Throws 429 above the limit. */
  async take(personId: string): Promise<void> {
    const blockedMs = (this.#blocked.get(personId) ?? 0) - this.#now();
    if (blockedMs > 0) throw tooManyRequests(Math.ceil(blockedMs / 1000), perMinute.sentence);
    this.#blocked.delete(personId);
    try {
      await this.#limits.take(perMinute, personId);
    } catch (error) {
      if (error instanceof PublicError && error.status === 429) this.#block(personId, error);
      throw error;
    }
  }

  #block(personId: string, error: PublicError): void {
    if (this.#blocked.size >= maxBlocked) this.#blocked.clear();
    this.#blocked.set(personId, this.#now() + Number(error.headers['Retry-After']) * 1000);
  }
}
