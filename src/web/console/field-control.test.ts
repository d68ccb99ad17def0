import { expect, test } from 'vitest';
import { unixWords } from './field-control.tsx';

test('seconds that are a time of our days are told in words, and no other number', () => {
  expect(unixWords('1794819600')).toBe('2026-11-16 09:00 UTC');
  expect(unixWords('1794817261349864004')).toBeUndefined();
});
