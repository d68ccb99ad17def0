import { expect, test } from 'vitest';
import { describeRotation, findOpenRotation } from './key-row.tsx';

const now = new Date('2026-11-14T12:00:00Z');
const current = { id: 'b', created_at: '2026-11-14T11:00:00Z', ends_at: null, last_used_at: null };
const old = {
  id: 'a',
  created_at: '2026-10-01T00:00:00Z',
  ends_at: '2026-11-15T11:30:00Z',
  last_used_at: '2026-11-14T11:58:00Z',
};

test('a key with one secret has no open rotation', () => {
  expect(findOpenRotation({ secrets: [current] }, now)).toBeUndefined();
  expect(findOpenRotation({ secrets: [] }, now)).toBeUndefined();
});

test('a rotation ends with the old secret, even if the list is older', () => {
  expect(findOpenRotation({ secrets: [current, old] }, now)).toEqual({ current, old });
  expect(findOpenRotation({ secrets: [current, old] }, new Date(old.ends_at))).toBeUndefined();
});

test('describes when both secrets were last used', () => {
  expect(describeRotation({ current, old }, now)).toBe(
    'New: not used yet. Old: last used 2 minutes ago, expires in 23 h.',
  );
  const used = { ...current, last_used_at: now.toISOString() };
  expect(describeRotation({ current: used, old: { ...old, last_used_at: null } }, now)).toBe(
    'New: last used just now. Old: never used, expires in 23 h.',
  );
});
