import { expect, test } from 'vitest';
import { describeRotation, findOpenRotation } from './open-rotation.ts';

const now = new Date('2026-11-14T12:00:00Z');
const inUse = { id: 'b', created_at: '2026-11-14T11:00:00Z', ends_at: null, last_used_at: null };
const old = {
  id: 'a',
  created_at: '2026-10-01T00:00:00Z',
  ends_at: '2026-11-15T11:30:00Z',
  last_used_at: '2026-11-14T11:58:00Z',
};

test('a key with one secret is not being rotated', () => {
  expect(findOpenRotation({ secrets: [inUse] }, now)).toBeUndefined();
  expect(findOpenRotation({ secrets: [] }, now)).toBeUndefined();
});

test('a rotation is over when the old secret has ended, whatever the list still says', () => {
  expect(findOpenRotation({ secrets: [inUse, old] }, now)).toEqual({ inUse, old });
  expect(findOpenRotation({ secrets: [inUse, old] }, new Date(old.ends_at))).toBeUndefined();
});

test('both secrets are told by their use', () => {
  expect(describeRotation({ inUse, old }, now)).toEqual({
    inUse: 'New: not used yet.',
    old: 'Old: last used 2 minutes ago, expires in 23 h.',
  });
  const used = { ...inUse, last_used_at: now.toISOString() };
  expect(describeRotation({ inUse: used, old: { ...old, last_used_at: null } }, now)).toEqual({
    inUse: 'New: last used just now.',
    old: 'Old: never used, expires in 23 h.',
  });
});
