import { expect, test } from 'vitest';
import { formatBytes } from './response-view.tsx';

test('sizes have a unit', () => {
  expect([12, 7700, 261_244, 4_100_000].map(formatBytes)).toEqual(['12 B', '7.7 kB', '261 kB', '4.1 MB']);
});
