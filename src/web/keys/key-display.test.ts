import { describe, expect, test } from 'vitest';
import { expiryBadge } from './expiry-badge.ts';
import { maskSecret } from './secret-display.ts';
import { timeAgo, usageDays, weekTotal } from './usage/usage-summary.ts';

const now = new Date('2026-11-14T12:00:00Z');
const usage = { last_used_at: null, today: 4, last_7_days: [0, 0, 1, 0, 8, 2, 4] };

describe('the expiry badge', () => {
  test('is yellow without an end', () => {
    expect(expiryBadge(null, now)).toEqual({ tone: 'warning', words: 'Never Expires' });
  });

  test('is red past it and green before it', () => {
    expect(expiryBadge('2026-11-13T12:00:00Z', now)).toEqual({
      tone: 'danger',
      words: 'Expired Nov 13, 2026',
    });
    expect(expiryBadge('2027-02-12T12:00:00Z', now)).toEqual({
      tone: 'success',
      words: 'Expires Feb 12, 2027',
    });
    expect(expiryBadge(now.toISOString(), now).tone).toBe('danger');
  });
});

test('a masked secret shows its first 7 and last 4 characters', () => {
  const masked = maskSecret(`wb_ABCD${'x'.repeat(24)}WXYZ`);
  expect(masked).toBe(`wb_ABCD${'•'.repeat(24)}WXYZ`);
  expect(maskSecret('wb_short')).toBe('••••••••');
});

test('usage is a week of UTC days, today last', () => {
  const days = usageDays(usage, now);
  expect(days[0]).toEqual({ label: 'Nov 8', count: 0, height: 0 });
  expect(days[6]).toEqual({ label: 'Nov 14', count: 4, height: 0.5 });
  expect(weekTotal(usage)).toBe(15);
});

test('the last use reads as people say it', () => {
  const ago = (seconds: number) => timeAgo(new Date(now.getTime() - seconds * 1000), now);
  expect([ago(-3), ago(5), ago(60), ago(7200), ago(86_400), ago(3 * 86_400)]).toEqual([
    'just now',
    'just now',
    '1 minute ago',
    '2 hours ago',
    'yesterday',
    '3 days ago',
  ]);
});
