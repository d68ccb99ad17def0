import { expect, test } from 'vitest';
import { codeHeightPx, collapsePx, isTaller } from './collapse.ts';

const lines = (count: number) => `${'line\n'.repeat(count)}`;

test('a code block is cut when it is more than 50 px taller than 300 px', () => {
  expect(isTaller(350, collapsePx.code)).toBe(false);
  expect(isTaller(351, collapsePx.code)).toBe(true);
});

test('fourteen lines of code stand as they are, fifteen are cut', () => {
  expect(isTaller(codeHeightPx(lines(14)), collapsePx.code)).toBe(false);
  expect(isTaller(codeHeightPx(lines(15)), collapsePx.code)).toBe(true);
});
