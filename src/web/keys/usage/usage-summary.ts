import type { CallVerdict } from '../../../keys/contract.ts';
import { formatCount } from '../../../pictures/format.ts';
import { dayMs } from '../../../time.ts';
import { utcDay } from '../../time/format-time.ts';
import type { Calls } from '../context/keys-context.tsx';

export const shownDays = 30;

export const verdicts = ['allowed', 'refused', 'over-quota'] as const satisfies CallVerdict[];
export const verdictLabels: Record<CallVerdict, string> = {
  allowed: 'Answered',
  refused: 'Denied',
  'over-quota': 'Over quota',
};

export type Counts = Record<CallVerdict | 'total', number>;

export interface DayCounts extends Counts {
  /** YYYY-MM-DD in UTC. */
  day: string;
  /** 14 Nov */
  label: string;
}

/** Counts the last 30 UTC days; the last one is the day of `countedAt`. */
export function countByDay(calls: Calls, countedAt: Date): DayCounts[] {
  const byDay = Map.groupBy(calls, ({ day }) => day);
  return Array.from({ length: shownDays }, (_, index) => {
    const moment = new Date(countedAt.getTime() - (shownDays - 1 - index) * dayMs);
    const day = moment.toISOString().slice(0, 10);
    return { day, label: utcDay(moment), ...countAll(byDay.get(day) ?? []) };
  });
}

/** The busiest endpoint comes first. */
export const countByEndpoint = (calls: Calls) =>
  [...Map.groupBy(calls, ({ endpoint }) => endpoint)]
    .map(([endpoint, own]) => ({ endpoint, ...countAll(own) }))
    .toSorted((one, other) => other.total - one.total || (one.endpoint < other.endpoint ? -1 : 1));

export function countAll(calls: Calls): Counts {
  const counts: Counts = { allowed: 0, refused: 0, 'over-quota': 0, total: 0 };
  for (const { verdict, requests } of calls) {
    counts[verdict] += requests;
    counts.total += requests;
  }
  return counts;
}

/** Drops older calls, because the server may send one more day. */
export function recentCalls(calls: Calls, countedAt: Date): Calls {
  const since = new Date(countedAt.getTime() - (shownDays - 1) * dayMs).toISOString().slice(0, 10);
  return calls.filter(({ day }) => day >= since);
}

/** Counts the denied calls of the day, including those over quota. */
export function countDenied(calls: Calls, day: Date): number {
  const today = day.toISOString().slice(0, 10);
  const { refused, 'over-quota': overQuota } = countAll(calls.filter(({ day }) => day === today));
  return refused + overQuota;
}

/** The text alternative of the chart. */
export function describeDays(days: DayCounts[]): string {
  const total = days.reduce((sum, day) => sum + day.total, 0);
  const busiest = days.reduce((most, day) => (day.total > most.total ? day : most));
  const most = total === 0 ? '' : ` Most on ${busiest.label}: ${formatCount(busiest.total)}.`;
  const span = `${days[0]?.label} to ${days.at(-1)?.label}`;
  return `Calls per day (UTC), ${span}: ${formatCount(total)} in total.${most}`;
}
