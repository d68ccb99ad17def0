import { expect, test } from 'vitest';
import { formatUnixTime } from './field-control.tsx';

test('only plausible seconds since 1970 are formatted as a time', () => {
  expect(formatUnixTime('1794819600')).toBe('16 Nov 2026 09:00 UTC');
  expect(formatUnixTime('1794817261349864004')).toBeUndefined();
});
