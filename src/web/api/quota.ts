/** What is left of the hour, as an answer's headers say. */
export interface ApiQuota {
  limit: number;
  remaining: number;
  resetAtMs: number;
}

/** Undefined where the host does not say, or does not let a page read it. */
export function readQuota(headers: Headers): ApiQuota | undefined {
  const [limit, remaining, reset] = ['Limit', 'Remaining', 'Reset'].map((name) =>
    Number(headers.get(`X-RateLimit-${name}`) ?? Number.NaN),
  ) as [number, number, number];
  return Number.isNaN(limit + remaining + reset) ? undefined : { limit, remaining, resetAtMs: reset * 1000 };
}
