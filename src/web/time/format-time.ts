import { useEffect, useReducer } from 'react';
import { formatCount } from '../../pictures/format.ts';
import { formatClock, formatDay, formatDayAndMonth, formatMinute, minuteMs } from '../../time.ts';

const relativeFormat = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const units = [
  { unit: 'day', short: 'days', seconds: 86_400 },
  { unit: 'hour', short: 'h', seconds: 3600 },
  { unit: 'minute', short: 'min', seconds: 60 },
] as const;

/** "2 hours ago", "yesterday", "just now" */
export function timeAgo(time: Date, now: Date): string {
  const secondsAgo = (now.getTime() - time.getTime()) / 1000;
  const step = units.find(({ seconds }) => secondsAgo >= seconds);
  return step ? relativeFormat.format(-Math.floor(secondsAgo / step.seconds), step.unit) : 'just now';
}

/** "6 days", "23 h", "5 min": uses the largest unit of which at least two are left. */
export function timeLeft(until: Date, now: Date): string {
  const secondsLeft = (until.getTime() - now.getTime()) / 1000;
  const step = units.find(({ seconds }) => secondsLeft >= 2 * seconds);
  if (!step) return secondsLeft >= 60 ? '1 min' : 'less than a minute';
  return `${Math.floor(secondsLeft / step.seconds)} ${step.short}`;
}

/** "14:05 UTC" */
export const utcTime = (time: Date) => formatClock(time.getTime());
/** "14 Nov" */
export const utcDay = (time: Date) => formatDayAndMonth(time.getTime());
/** "14 Nov 2026" */
export const utcDate = (time: Date | string) => formatDay(new Date(time).getTime());
/** "14 Nov 14:05 UTC" */
export const utcDateTime = (time: Date) => formatMinute(time.getTime());

/** "1 call", "2 calls" */
export const countOf = (count: number, noun: string) =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Renders again at least every minute, for text such as "2 minutes ago". */
export function useNow(): Date {
  const [, render] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(render, minuteMs);
    return () => clearInterval(timer);
  }, []);
  return new Date();
}
