import { describe, expect, test } from 'vitest';
import { expiryBadge } from './expiry-badge.ts';
import { maskSecret } from './secret-display.ts';

const now = new Date('2026-11-14T12:00:00Z');

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
