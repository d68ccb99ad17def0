import { expect, test } from 'vitest';
import { createClock } from './time-zones.ts';

test.each([
  ['America/New_York', '2026-03-15T12:00', '2026-03-15T12:00:00-04:00'],
  ['America/New_York', '2026-12-15', '2026-12-15T00:00:00-05:00'],
  ['Asia/Kolkata', '2026-03-15T12:00', '2026-03-15T12:00:00+05:30'],
  ['Europe/Paris', '2026-03-15T12:00Z', '2026-03-15T12:00Z'],
  ['UTC', '2026-03-15T12:00', '2026-03-15T12:00'],
  ['Europe/Paris', 'noon', undefined],
])('in %s, %s is %s', (zone, given, read) => {
  expect(createClock(zone).read(given)).toBe(read);
});

test('an hour that the clocks skip or repeat is one of the two that it may be', () => {
  const { read } = createClock('America/New_York');
  expect(['2026-03-08T01:30:00-05:00', '2026-03-08T03:30:00-04:00']).toContain(read('2026-03-08T02:30'));
  expect(read('2026-11-01T01:30')).toMatch(/^2026-11-01T01:30:00-0[45]:00$/);
});

test('a time is written on the clock of the place', () => {
  expect(createClock('America/New_York').write(Date.UTC(2026, 2, 15, 16))).toBe('2026-03-15T12:00:00-04:00');
  expect(createClock().write(Date.UTC(2026, 2, 15, 16))).toBe('2026-03-15T16:00:00+00:00');
});

test('what is no time zone is refused with one that is', () => {
  expect(() => createClock('Boston')).toThrow('such as America/New_York');
});
