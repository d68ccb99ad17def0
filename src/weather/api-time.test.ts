import { describe, expect, test } from 'vitest';
import { findTimeMs, isoMicroseconds, isoSeconds } from './api-time.ts';

describe('times', () => {
  test.each([
    '2026111506',
    '2026-11-15T06',
    '2026-11-15T06:00',
    '2026-11-15T06:00:00',
    '2026-11-15T06:00:00Z',
    '2026-11-15T06:00:00.000Z',
    '2026-11-15T06:00:00+00:00',
    '2026-11-15T07:00:00+01:00',
    '2026-11-15 06:00:00',
    '2026-11-15_06:00',
  ])('are understood as UTC when written %s', (text) => {
    expect(findTimeMs(text)).toBe(Date.UTC(2026, 10, 15, 6));
  });

  test.each([
    '',
    'tomorrow',
    '20261115',
    '2026023100',
    '2026-13-01T00',
    '2026-11-15T24',
    '2026-11-15T06:60',
    '1e10',
  ])('are refused when written %j', (text) => {
    expect(findTimeMs(text)).toBeUndefined();
  });

  test('are written with an offset, and with a fraction where clients require one', () => {
    expect(isoSeconds(Date.UTC(2026, 10, 15))).toBe('2026-11-15T00:00:00+00:00');
    expect(isoMicroseconds(Date.UTC(2026, 10, 15), 7)).toBe('2026-11-15T00:00:00.000007+00:00');
  });
});
