import { LruCache } from '../../platform/lru-cache.ts';
import { networksOf } from '../../platform/rate-limits.ts';
import { hourMs, minuteMs } from '../../time.ts';
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

/** 5 % of a core over ten minutes, and a fiftieth of it for what is not counted: calls that are refused. */
const windowMinutes = 10;
const spentMsMax = 0.98 * 0.05 * windowMinutes * 60_000;

/**
 * What all demo calls together may cost. Counted is the time of the whole process while one of them is at work,
 * compression in threads of its own among it, and whoever's work it is: never less than they cost, and more when
 * there are others to serve.
 */
export class CpuBudget {
  readonly #now: () => number;
  readonly #cpuMs: () => number;
  /** By minute of the clock, oldest first. */
  readonly #spentMs = new Map<number, number>();
  #atWork = 0;
  #settledAtMs = 0;

  constructor({ now, cpuMs = cpuMsSoFar }: { now: () => number; cpuMs?: () => number }) {
    this.#now = now;
    this.#cpuMs = cpuMs;
  }

  begin(): void {
    this.#settle();
    this.#atWork++;
  }

  end(): void {
    this.#settle();
    this.#atWork--;
  }

  /** For what comes after a call has ended. */
  spend(ms: number): void {
    const minute = Math.floor(this.#now() / minuteMs);
    this.#spentMs.set(minute, (this.#spentMs.get(minute) ?? 0) + ms);
  }

  /** Until there is something left of the share; 0 when there is now. */
  get waitSeconds(): number {
    const nowMs = this.#now();
    for (const minute of this.#spentMs.keys()) if (endOf(minute) <= nowMs) this.#spentMs.delete(minute);
    let spentMs = this.#spentMs.values().reduce((sum, ms) => sum + ms, 0);
    let freeAtMs = nowMs;
    for (const [minute, ms] of this.#spentMs) {
      if (spentMs < spentMsMax) break;
      spentMs -= ms;
      freeAtMs = endOf(minute);
    }
    return Math.ceil((freeAtMs - nowMs) / 1000);
  }

  #settle(): void {
    const cpuMs = this.#cpuMs();
    if (this.#atWork > 0) this.spend(cpuMs - this.#settledAtMs);
    this.#settledAtMs = cpuMs;
  }
}

/** When what was spent in a minute no longer counts. */
const endOf = (minute: number) => (minute + windowMinutes) * minuteMs;

function cpuMsSoFar(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
