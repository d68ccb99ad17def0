import { expect, test } from 'vitest';
import { formatDay, formatDayAndMinute, formatMinute, parseIsoTime } from './time.ts';

test.each([
  ['2027-01-31', '2027-01-31T00:00:00.000Z'],
  ['2027-01-31T12:30', '2027-01-31T12:30:00.000Z'],
  ['2027-01-31 12:30:15', '2027-01-31T12:30:15.000Z'],
  ['2027-01-31T12:30:15.250Z', '2027-01-31T12:30:15.250Z'],
  ['2027-01-31T12:30:00+02:00', '2027-01-31T10:30:00.000Z'],
  ['2028-02-29', '2028-02-29T00:00:00.000Z'],
])('%s is a time, in UTC unless it says otherwise', (text, iso) => {
  expect(new Date(parseIsoTime(text)!).toISOString()).toBe(iso);
});

test.each([
  '',
  'tomorrow',
  '2027',
  '2027-1-31',
  '2027-13-01',
  '2027-02-29',
  '2027-02-31',
  '2027-01-31T25:00',
  '31.01.2027',
  '1800000000',
  '2027-01-31T12:00Zx',
])('%j is none', (text) => {
  expect(parseIsoTime(text)).toBeUndefined();
});

test('days and minutes are written in UTC, with the year where it may differ', () => {
  const time = Date.parse('2026-11-08T09:05:59Z');
  expect([formatDay(time), formatMinute(time), formatDayAndMinute(time)]).toEqual([
    '8 Nov 2026',
    '8 Nov 09:05 UTC',
    '8 Nov 2026 09:05 UTC',
  ]);
});
