import { expect, test } from 'vitest';
import { maskSecret } from './key-secret.tsx';

test('a masked secret shows its first 7 and last 4 characters', () => {
  const masked = maskSecret(`wb_ABCD${'x'.repeat(24)}WXYZ`);
  expect(masked).toBe(`wb_ABCD${'•'.repeat(24)}WXYZ`);
  expect(maskSecret('wb_short')).toBe('••••••••');
});
