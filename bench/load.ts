import autocannon from 'autocannon';

export interface Load {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers other than 2xx and 3xx, and connections that broke. */
  failures: number;
}

/** Requests as fast as they are answered, over a few connections, after a short warm-up. */
export async function load(options: {
  url: string;
  headers?: Record<string, string>;
  connections?: number;
  seconds?: number;
  method?: 'GET' | 'POST';
}): Promise<Load> {
  const { url, headers = {}, connections = 20, seconds = 4, method = 'GET' } = options;
  await autocannon({ url, headers, method, connections, duration: 1 });
  const result = await autocannon({ url, headers, method, connections, duration: seconds });
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx - (result['3xx'] ?? 0) + result.errors,
  };
}
