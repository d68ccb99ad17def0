import { expect, test } from 'vitest';
import { expiryBadge, maskSecret } from './key-details.tsx';

test('a masked secret shows its first 7 and last 4 characters', () => {
  const masked = maskSecret(`wb_ABCD${'x'.repeat(24)}WXYZ`);
  expect(masked).toBe(`wb_ABCD${'•'.repeat(24)}WXYZ`);
  expect(maskSecret('wb_short')).toBe('••••••••');
});

const now = new Date('2026-11-14T12:00:00Z');

test('the badge is yellow without an expiry date', () => {
  expect(expiryBadge(null, now)).toEqual({ tone: 'warning', text: 'Never Expires' });
});

test('the badge is red after the expiry date and green before it', () => {
  expect(expiryBadge('2026-11-13T12:00:00Z', now)).toEqual({ tone: 'danger', text: 'Expired 13 Nov 2026' });
  expect(expiryBadge('2027-02-12T12:00:00Z', now)).toEqual({ tone: 'success', text: 'Expires 12 Feb 2027' });
  expect(expiryBadge(now.toISOString(), now).tone).toBe('danger');
});
