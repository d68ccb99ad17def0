import autocannon from 'autocannon';

export interface Load {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers other than 2xx, and connections that broke. */
  failures: number;
}

interface LoadOptions {
  url: string;
  headers?: Record<string, string>;
  connections?: number;
  seconds?: number;
  /** As fast as they are answered, unless a rate is given. */
  ratePerSecond?: number;
}

/** Requests over a few connections, after a short warm-up. */
export async function load(options: LoadOptions): Promise<Load> {
  const { url, headers = {}, connections = 20, seconds = 4, ratePerSecond } = options;
  const common = { url, headers, connections, ...(ratePerSecond ? { overallRate: ratePerSecond } : {}) };
  await autocannon({ ...common, duration: 1 });
  const result = await autocannon({ ...common, duration: seconds });
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors,
  };
}
