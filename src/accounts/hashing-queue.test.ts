import { expect, test } from 'vitest';
import { HashingQueue } from './hashing-queue.ts';
import { isHashOutdated } from './passwords.ts';

const place = { address: '203.0.113.7' };

test('a portal hashes as heavily as passwords ask for', async () => {
  const hashing = new HashingQueue();
  const hash = await hashing.hash(place, 'tea');
  expect(isHashOutdated(hash)).toBe(false);
  expect(await hashing.isPassword(place, 'tea', hash)).toBe(true);
});

test('one that is told to be quick makes hashes that any other makes anew', async () => {
  const quick = new HashingQueue({ memory: 64, passes: 1 });
  const hash = await quick.hash(place, 'tea');
  expect(await quick.isPassword(place, 'tea', hash)).toBe(true);
  expect(quick.isOutdated(hash)).toBe(false);
  expect(new HashingQueue().isOutdated(hash)).toBe(true);
});

test('nobody has no password', async () => {
  const hashing = new HashingQueue({ memory: 64, passes: 1 });
  expect(await hashing.isPassword(place, '', undefined)).toBe(false);
  expect(await hashing.isPassword(place, 'Cirrus-9-over-Boston', undefined)).toBe(false);
});
