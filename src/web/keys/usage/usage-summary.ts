import type { KeyUsage } from '../../../keys/contract.ts';

const dayMs = 86_400_000;
const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });
const numberFormat = new Intl.NumberFormat('en-US');

export const formatCount = (count: number) => numberFormat.format(count);

export const weekTotal = (usage: KeyUsage) => usage.last_7_days.reduce((sum, count) => sum + count, 0);

interface UsageDay {
  label: string;
  count: number;
  /** Share of the busiest day, 0 to 1. */
  height: number;
}

/** Days are UTC days, the one in which they were counted last. */
export function usageDays(usage: KeyUsage, countedAt: Date): UsageDay[] {
  const busiest = Math.max(1, ...usage.last_7_days);
  const last = usage.last_7_days.length - 1;
  return usage.last_7_days.map((count, index) => ({
    label: dayFormat.format(new Date(countedAt.getTime() - (last - index) * dayMs)),
    count,
    height: count / busiest,
  }));
}

const relativeFormat = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const units = [
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3600 },
  { unit: 'minute', seconds: 60 },
] as const;

/** Two hours ago, yesterday, just now. */
export function timeAgo(moment: Date, now: Date): string {
  const secondsAgo = (now.getTime() - moment.getTime()) / 1000;
  const step = units.find(({ seconds }) => secondsAgo >= seconds);
  return step ? relativeFormat.format(-Math.floor(secondsAgo / step.seconds), step.unit) : 'just now';
}
