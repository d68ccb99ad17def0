import { expect, test } from 'vitest';
import { formatCount } from './format.ts';

test.each([0, 7, 999, 1000, 12_345, 999_999, 1_234_567, -1, -1000])(
  '%i is formatted as in English',
  (count) => {
    expect(formatCount(count)).toBe(count.toLocaleString('en-US'));
  },
);
