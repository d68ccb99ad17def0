import { dayMs } from '../time.ts';
import type { KeyUsage } from './contract.ts';
import { dayOf } from './usage-store.ts';

/** What the API Keys page shows of a key's counts. */
export function usageOf(
  rows: { day: string; requests: number; last_used_at: number }[],
  now: number,
): KeyUsage {
  const requestsOn = new Map<string, number>();
  for (const { day, requests } of rows) requestsOn.set(day, (requestsOn.get(day) ?? 0) + requests);
  const days = [6, 5, 4, 3, 2, 1, 0].map((ago) => dayOf(now - ago * dayMs));
  const last = Math.max(0, ...rows.map((row) => row.last_used_at));
  return {
    last_used_at: last === 0 ? null : new Date(last).toISOString(),
    today: requestsOn.get(dayOf(now)) ?? 0,
    last_7_days: days.map((day) => requestsOn.get(day) ?? 0),
  };
}
