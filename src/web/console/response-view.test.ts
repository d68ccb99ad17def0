import { expect, test } from 'vitest';
import { bytesWords, nextSinceIn } from './response-view.tsx';

test('the next page is asked for with every digit', () => {
  expect(nextSinceIn('{"has_next_page": true, "next_since": 1794817261349864004}')).toBe(
    '1794817261349864004',
  );
  expect(nextSinceIn('{"has_next_page":false,"next_since":1794817261349864004}')).toBeUndefined();
});

test('sizes are in words', () => {
  expect([12, 7700, 4_100_000].map(bytesWords)).toEqual(['12 B', '7.7 kB', '4.1 MB']);
});
