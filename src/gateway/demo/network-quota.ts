import { LruCache } from '../../platform/lru-cache.ts';
import { networksOf } from '../../platform/networks.ts';
import { hourMs } from '../../time.ts';
import type { QuotaAnswer } from '../quota.ts';

/** For an IPv4 address or a /64; a network around it may make twice as many. */
const requestsPerHour = 300;
/** Some 10 MB. */
const networksMax = 50_000;

/** Calls an hour by network, counted in memory: what a process forgets, its share of the processor still bounds. */
export class NetworkQuota {
  readonly #used = new LruCache<string, number>(networksMax);
  #hour = 0;
  readonly #now: () => number;
  readonly #max: number;

  constructor({ now, factor }: { now: () => number; factor: number }) {
    this.#now = now;
    this.#max = Math.max(1, Math.round(requestsPerHour * factor));
  }

  /** For all the networks of an address, or for none. The answer is that of the one with the fewest left. */
  take(address: string, cost: number): QuotaAnswer {
    const hour = Math.floor(this.#now() / hourMs);
    if (hour !== this.#hour) this.#used.clear();
    this.#hour = hour;
    const counts = networksOf(address).map((network, level) => ({
      network,
      limit: this.#max * 2 ** level,
      used: this.#used.get(network) ?? 0,
    }));
    const allowed = counts.every(({ used, limit }) => used + cost <= limit);
    if (allowed) {
      for (const count of counts) {
        count.used += cost;
        this.#used.set(count.network, count.used);
      }
    }
    const [tightest] = counts.toSorted((one, other) => leftOf(one) - leftOf(other));
    return {
      allowed,
      limit: tightest!.limit,
      remaining: leftOf(tightest!),
      resetSeconds: ((hour + 1) * hourMs) / 1000,
    };
  }
}

const leftOf = ({ limit, used }: { limit: number; used: number }) => limit - used;
