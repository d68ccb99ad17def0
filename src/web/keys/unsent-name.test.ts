import { expect, test } from 'vitest';
import { findUnsentName, forgetUnsentName, keepUnsentName } from './unsent-name.ts';

test('a name waits for the person who typed it, and for nobody else', () => {
  keepUnsentName('ada@example.com', 'Kite club');
  expect(findUnsentName('ada@example.com')).toBe('Kite club');
  expect(findUnsentName('bob@example.com')).toBeUndefined();
  forgetUnsentName();
  expect(findUnsentName('ada@example.com')).toBeUndefined();
});
