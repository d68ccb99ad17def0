import autocannon from 'autocannon';
import { cpuMs, untilAtRest } from './process-figures.ts';

export interface Load {
  perSecond: number;
  /** Responses per second of the process's CPU time, if a process is given. */
  perCpuSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Responses other than 2xx, and broken connections. */
  failures: number;
}

export interface Request {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

export interface LoadOptions extends Request {
  /** With several URLs, connections take turns. */
  url: string | string[];
  /** Returns the next request, for whichever connection is free. */
  next?: () => Request;
  connections?: number;
  seconds?: number;
  /** The number of requests; replaces the duration. */
  calls?: number;
  /** Requests per second; unlimited by default. */
  ratePerSecond?: number;
  /** The process whose CPU time is measured. */
  pid?: number | undefined;
  /** The process is already warmed up. */
  isWarm?: boolean;
}

export const loadSeconds = Number(process.env.BENCH_SECONDS ?? 4);
/** A process needs this warm-up, because after one second half of the CPU time still goes to the compiler. */
const warmUpSeconds = 3;

/** Sends requests over a few connections, after a short warm-up unless there was one. */
export async function load(options: LoadOptions): Promise<Load> {
  const {
    url,
    seconds = loadSeconds,
    calls,
    ratePerSecond,
    pid,
    isWarm,
    connections = 20,
    next,
    ...wanted
  } = options;
  const common = {
    ...wanted,
    // A list would be encoded for each connection, and each would start with its first item.
    ...(next ? { requests: [{ setupRequest: (request: object) => ({ ...request, ...next() }) }] } : {}),
    // The package accepts a list, although its types do not.
    url: url as string,
    connections,
    ...(ratePerSecond ? { overallRate: ratePerSecond } : {}),
  };
  if (pid !== undefined) await untilAtRest(pid);
  if (!isWarm) await autocannon({ ...common, duration: warmUpSeconds * [url].flat().length });

  const cpuBeforeMs = pid === undefined ? 0 : cpuMs(pid);
  const timesMs: number[] = [];
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const extent = calls === undefined ? { duration: seconds } : { amount: calls };
    const running = autocannon({ ...common, ...extent }, (error, done) =>
      error ? reject(error) : resolve(done),
    );
    // The package's histogram has whole milliseconds only.
    running.on('response', (_client, _status, _bytes, ms) => timesMs.push(ms));
  });
  const usedMs = pid === undefined ? Number.NaN : cpuMs(pid) - cpuBeforeMs;
  return {
    perSecond: result.requests.average,
    perCpuSecond: (result.requests.total / usedMs) * 1000,
    p50Ms: percentile(timesMs, 0.5),
    p99Ms: percentile(timesMs, 0.99),
    failures: result.non2xx + result.errors,
  };
}

/** Consecutive loads continue where the last one ended. */
export function inTurn<Item>(items: Item[]): () => Item {
  let index = -1;
  return () => {
    index = (index + 1) % items.length;
    return items[index]!;
  };
}

/** Throws unless every request of the load succeeded. */
export async function loadAllAnswered(options: LoadOptions): Promise<Load> {
  const done = await load(options);
  if (done.failures > 0) throw new Error(`${done.failures} calls of ${options.url} were not answered`);
  return done;
}

const rounds = 5;

/**
 * Each of these loads a few times, in turn, and the best of each: on a machine that others use as well, what is
 * compared would otherwise be which of them was disturbed.
 */
export async function bestInTurns<Name extends string>(
  loads: Record<Name, (isWarm: boolean) => Promise<Load>>,
): Promise<Record<Name, Load>> {
  const best: Partial<Record<Name, Load>> = {};
  for (let round = 0; round < rounds; round++) {
    for (const name of Object.keys(loads) as Name[]) {
      const done = await loads[name](round > 0);
      const known = best[name];
      best[name] = known ? better(known, done) : done;
    }
  }
  return best as Record<Name, Load>;
}

const better = (one: Load, other: Load): Load => ({
  perSecond: Math.max(one.perSecond, other.perSecond),
  perCpuSecond: Math.max(one.perCpuSecond, other.perCpuSecond),
  p50Ms: Math.min(one.p50Ms, other.p50Ms),
  p99Ms: Math.min(one.p99Ms, other.p99Ms),
  failures: one.failures + other.failures,
});

export function percentile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
