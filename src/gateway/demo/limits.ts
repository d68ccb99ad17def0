import { LruCache } from '../../platform/lru-cache.ts';
import { networksOf } from '../../platform/rate-limits.ts';
import { hourMs, minuteMs } from '../../time.ts';
import type { QuotaAnswer } from '../quota.ts';

/** The limit for an IPv4 address or a /64. Each larger network may make twice as many. */
const requestsPerHour = 300;
/** This many networks take about 10 MB. */
const maxNetworks = 50_000;

/** Counts calls an hour by network in memory. What a restart forgets, the CPU budget still bounds. */
export function createNetworkQuota({ now, factor }: { now: () => number; factor: number }) {
  const usedByNetwork = new LruCache<string, number>(maxNetworks);
  const max = Math.max(1, Math.round(requestsPerHour * factor));
  let currentHour = 0;

  /** Takes from all networks of an address, or from none. The answer is that of the one with the fewest left. */
  function take(address: string, cost: number): QuotaAnswer {
    const hour = Math.floor(now() / hourMs);
    if (hour !== currentHour) usedByNetwork.clear();
    currentHour = hour;
    const counts = networksOf(address).map((network, level) => ({
      network,
      limit: max * 2 ** level,
      used: usedByNetwork.get(network) ?? 0,
    }));
    const allowed = counts.every(({ used, limit }) => used + cost <= limit);
    if (allowed) {
      for (const count of counts) {
        count.used += cost;
        usedByNetwork.set(count.network, count.used);
      }
    }
    const tightest = counts.reduce((one, other) => (leftOf(other) < leftOf(one) ? other : one));
    return {
      allowed,
      limit: tightest.limit,
      remaining: leftOf(tightest),
      resetSeconds: ((hour + 1) * hourMs) / 1000,
    };
  }

  return { take };
}

const leftOf = ({ limit, used }: { limit: number; used: number }) => limit - used;

/** 5 % of a core over ten minutes. A fiftieth of it is reserved for denied calls, which are not measured. */
const windowMinutes = 10;
const maxSpentMs = 0.98 * 0.05 * windowMinutes * minuteMs;

/**
 * Bounds the CPU time of all demo calls together. It counts the time of the whole process while a demo call is
 * running, compression threads included, so it never counts less than the calls cost, and more on a busy server.
 */
export class CpuBudget {
  readonly #now: () => number;
  readonly #cpuMs: () => number;
  /** The counts by minute of the clock; the oldest comes first. */
  readonly #spentMs = new Map<number, number>();
  #running = 0;
  #settledAtMs = 0;

  constructor({ now, cpuMs = processCpuMs }: { now: () => number; cpuMs?: () => number }) {
    this.#now = now;
    this.#cpuMs = cpuMs;
  }

  begin(): void {
    this.#settle();
    this.#running++;
  }

  end(): void {
    this.#settle();
    this.#running--;
  }

  /** Adds the cost of work that happens before `begin` or after `end`. */
  spend(ms: number): void {
    const minute = Math.floor(this.#now() / minuteMs);
    this.#spentMs.set(minute, (this.#spentMs.get(minute) ?? 0) + ms);
  }

  /** Seconds until some of the budget is free again. */
  get waitSeconds(): number {
    const nowMs = this.#now();
    for (const minute of this.#spentMs.keys()) if (endOf(minute) <= nowMs) this.#spentMs.delete(minute);
    let spentMs = this.#spentMs.values().reduce((sum, ms) => sum + ms, 0);
    let freeAtMs = nowMs;
    for (const [minute, ms] of this.#spentMs) {
      if (spentMs < maxSpentMs) break;
      spentMs -= ms;
      freeAtMs = endOf(minute);
    }
    return Math.ceil((freeAtMs - nowMs) / 1000);
  }

  #settle(): void {
    const cpuMs = this.#cpuMs();
    if (this.#running > 0) this.spend(cpuMs - this.#settledAtMs);
    this.#settledAtMs = cpuMs;
  }
}

/** The time from which what was spent in a minute no longer counts. */
const endOf = (minute: number) => (minute + windowMinutes) * minuteMs;

function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
