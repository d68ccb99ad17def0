import { expect, test } from 'vitest';
import { findDraftName, forgetDraftName, keepDraftName } from './key-dialogs.tsx';

test('a draft name is kept for the user who typed it, and for nobody else', () => {
  keepDraftName('ada@example.com', 'Kite club');
  expect(findDraftName('ada@example.com')).toBe('Kite club');
  expect(findDraftName('bob@example.com')).toBeUndefined();
  forgetDraftName();
  expect(findDraftName('ada@example.com')).toBeUndefined();
});
