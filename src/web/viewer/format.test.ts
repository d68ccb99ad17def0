import { expect, test } from 'vitest';
import { row } from '../../../test/helpers/observation-rows.ts';
import { formatRow } from './format.ts';
import { parseTypedTime } from './time-cursor.tsx';

const units = { wind: 'ms', heights: 'hpa', temperature: 'c' } as const;

const measured = row({
  timestamp: Date.parse('2026-11-15T04:20:10Z') / 1000,
  altitude: 8430.4,
  pressure: 335.2,
  temperature: -41.24,
  humidity: 100,
  speed_u: 20,
  speed_v: 11.5,
});

test('the text of a row has its values in the order of the chart', () => {
  expect(formatRow(measured, 'up', units)).toBe(
    '04:20:10 UTC, ascending, 8,430 m, 335 hPa, −41.2 °C, dew point −41.2 °C, wind 240° 23 m/s',
  );
  expect(formatRow(measured, 'down', { wind: 'kt', heights: 'ft', temperature: 'f' })).toBe(
    '04:20:10 UTC, descending, 27,659 ft, 335 hPa, −42.2 °F, dew point −42.2 °F, wind 240° 45 kt',
  );
});

test('missing values are left out', () => {
  const bare = row({ ...measured, pressure: null, temperature: null, humidity: null, speed_u: null });
  expect(formatRow(bare, 'up', units)).toBe('04:20:10 UTC, ascending, 8,430 m');
});

test.each([
  ['2026-11-14 03:02:01', '2026-11-14T03:02:01Z'],
  ['2026-11-14T03:02', '2026-11-14T03:02:00Z'],
  ['7:30', '2026-11-15T07:30:00Z'],
  ['07:30:20', '2026-11-15T07:30:20Z'],
])('%s, typed into the time field, is %s', (text, time) => {
  expect(parseTypedTime(text, '2026-11-15 04:20:10')).toBe(Date.parse(time));
});

test.each(['', 'noon', '25:00', '2026-13-01'])('"%s" is not a time', (text) => {
  expect(parseTypedTime(text, '2026-11-15 04:20:10')).toBeUndefined();
});
