import { expect, test } from 'vitest';
import { formatBytes, nextSinceIn } from './response-view.tsx';

test('the next page keeps every digit of next_since', () => {
  expect(nextSinceIn('{"has_next_page": true, "next_since": 1794817261349864004}')).toBe(
    '1794817261349864004',
  );
  expect(nextSinceIn('{"has_next_page":false,"next_since":1794817261349864004}')).toBeUndefined();
});

test('sizes have a unit', () => {
  expect([12, 7700, 4_100_000].map(formatBytes)).toEqual(['12 B', '7.7 kB', '4.1 MB']);
});
