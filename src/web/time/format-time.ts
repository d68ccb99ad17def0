import { useEffect, useReducer } from 'react';
import { formatCount } from '../../pictures/format.ts';
import { minuteMs } from '../../time.ts';

/** Times and numbers as people say them. */

const relativeFormat = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const units = [
  { unit: 'day', short: 'days', seconds: 86_400 },
  { unit: 'hour', short: 'h', seconds: 3600 },
  { unit: 'minute', short: 'min', seconds: 60 },
] as const;

/** Two hours ago, yesterday, just now. */
export function timeAgo(moment: Date, now: Date): string {
  const secondsAgo = (now.getTime() - moment.getTime()) / 1000;
  const step = units.find(({ seconds }) => secondsAgo >= seconds);
  return step ? relativeFormat.format(-Math.floor(secondsAgo / step.seconds), step.unit) : 'just now';
}

/** 6 days, 23 h, 5 min: of the greatest unit of which two or more are left. */
export function timeLeft(until: Date, now: Date): string {
  const secondsLeft = (until.getTime() - now.getTime()) / 1000;
  const step = units.find(({ seconds }) => secondsLeft >= 2 * seconds);
  if (!step) return secondsLeft >= 60 ? '1 min' : 'less than a minute';
  return `${Math.floor(secondsLeft / step.seconds)} ${step.short}`;
}

/** 14:05 UTC */
export const utcTime = (moment: Date) => `${moment.toISOString().slice(11, 16)} UTC`;

const utcDayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Nov 14, of the day in UTC. */
export const utcDay = (moment: Date) => utcDayFormat.format(moment);

/** 1 call, 2 calls */
export const countOf = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`;

/** The time, told anew with whatever else changes and at least every minute: for words such as "2 minutes ago". */
export function useNow(): Date {
  const [, tellAnew] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const timer = setInterval(tellAnew, minuteMs);
    return () => clearInterval(timer);
  }, []);
  return new Date();
}
