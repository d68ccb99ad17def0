import autocannon from 'autocannon';
import { cpuMs, untilAtRest } from './process-figures.ts';

export interface Load {
  perSecond: number;
  /** Answers for each second that the process was on a core, if one was named. */
  perCpuSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers other than 2xx, and connections that broke. */
  failures: number;
}

export interface Request {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

export interface LoadOptions extends Request {
  /** Several: each connection has one of them, in turn. */
  url: string | string[];
  /** Instead of one request: the next one, whichever connection has its turn. */
  next?: () => Request;
  connections?: number;
  seconds?: number;
  /** So many, however long they take. */
  calls?: number;
  /** As fast as they are answered, unless a rate is given. */
  ratePerSecond?: number;
  /** The process whose CPU time is wanted. */
  pid?: number | undefined;
  /** It has had this very load before. */
  isWarm?: boolean;
}

export const loadSeconds = Number(process.env.BENCH_SECONDS ?? 4);
/** For each process, which must get to know its code: after one second half of a call's CPU is still the compiler's. */
const warmUpSeconds = 3;

/** Requests over a few connections, after a short warm-up unless there was one. */
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
    // A list would be made into bytes for each connection, and each would begin with its first.
    ...(next ? { requests: [{ setupRequest: (request: object) => ({ ...request, ...next() }) }] } : {}),
    // The package takes a list as well; its types do not say so.
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
    // Its own histogram knows whole milliseconds only.
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

/** For load after load: each goes on where the last one ended. */
export function inTurn<Item>(items: Item[]): () => Item {
  let index = -1;
  return () => {
    index = (index + 1) % items.length;
    return items[index]!;
  };
}

/** Of a load that must be answered in full. */
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
