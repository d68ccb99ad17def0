import { expect, test } from 'vitest';
import { countOf, timeAgo, timeLeft, utcDate, utcDateTime, utcDay, utcTime } from './format-time.ts';

const now = new Date('2026-11-14T12:00:00Z');

test('formats a past time relative to now', () => {
  const ago = (seconds: number) => timeAgo(new Date(now.getTime() - seconds * 1000), now);
  expect([ago(-3), ago(5), ago(60), ago(7200), ago(86_400), ago(3 * 86_400)]).toEqual([
    'just now',
    'just now',
    '1 minute ago',
    '2 hours ago',
    'yesterday',
    '3 days ago',
  ]);
});

test('rounds the remaining time down', () => {
  const left = (seconds: number) => timeLeft(new Date(now.getTime() + seconds * 1000), now);
  expect([left(7 * 86_400), left(86_399), left(7199), left(119), left(59), left(-5)]).toEqual([
    '7 days',
    '23 h',
    '119 min',
    '1 min',
    'less than a minute',
    'less than a minute',
  ]);
});

test('formats dates and times in UTC', () => {
  const time = new Date('2026-09-14T23:59:59-05:00');
  expect(utcTime(time)).toBe('04:59 UTC');
  expect(utcDay(time)).toBe('15 Sep');
  expect(utcDate(time)).toBe('15 Sep 2026');
  expect(utcDate('2026-11-18')).toBe('18 Nov 2026');
  expect(utcDateTime(time)).toBe('15 Sep 04:59 UTC');
});

test('uses the singular for one', () => {
  expect([countOf(1, 'call'), countOf(2000, 'call'), countOf(0, 'time')]).toEqual([
    '1 call',
    '2,000 calls',
    '0 times',
  ]);
});
