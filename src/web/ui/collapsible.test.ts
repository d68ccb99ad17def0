import { expect, test } from 'vitest';
import { codeHeightPx, collapse, exceedsLimit } from './collapsible.tsx';

const lines = (count: number) => `${'line\n'.repeat(count)}`;

test('a code block is cut when it is more than 50 px taller than 300 px', () => {
  expect(exceedsLimit(350, collapse.code)).toBe(false);
  expect(exceedsLimit(351, collapse.code)).toBe(true);
});

test('a response is cut above 400 px, a table above 500 px', () => {
  expect(exceedsLimit(400, collapse.response)).toBe(false);
  expect(exceedsLimit(401, collapse.response)).toBe(true);
  expect(exceedsLimit(500, collapse.table)).toBe(false);
  expect(exceedsLimit(501, collapse.table)).toBe(true);
});

test('14 lines of code are shown in full, 15 are cut', () => {
  expect(exceedsLimit(codeHeightPx(lines(14)), collapse.code)).toBe(false);
  expect(exceedsLimit(codeHeightPx(lines(15)), collapse.code)).toBe(true);
});
