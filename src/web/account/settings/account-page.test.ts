import { expect, test } from 'vitest';
import { describeSeen } from './account-page.tsx';

const now = new Date('2026-03-14T15:09:26Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();

test.each([
  [0, 'a few minutes ago'],
  [14, 'a few minutes ago'],
  [40, '45 minutes ago'],
  [120, '2 hours ago'],
  [35 * 60, '35 hours ago'],
  [72 * 60, '3 days ago'],
])('%i minutes: %s', (minutes, words) => {
  expect(describeSeen(ago(minutes), now)).toBe(words);
});

test('treats a time in the future as now', () => {
  expect(describeSeen(ago(-5), now)).toBe('a few minutes ago');
});
