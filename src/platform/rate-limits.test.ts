import { expect, test } from 'vitest';
import { networksOf } from './rate-limits.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:0002::ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['1::', '1:0:0:0::/64'],
])('%s counts as %s', (address, network) => {
  expect(networksOf(address)[0]).toBe(network);
});

test('an IPv4 address is a network of its own', () => {
  expect(networksOf('203.0.113.7')).toEqual(['203.0.113.7']);
});

test.each([
  ['2001:db8:1:2345::1', ['2001:db8:1:2345::/64', '2001:db8:1:2300::/56', '2001:db8:1:0::/48']],
  ['2001:db8:1:ffff::1', ['2001:db8:1:ffff::/64', '2001:db8:1:ff00::/56', '2001:db8:1:0::/48']],
])('%s counts for its /64, /56 and /48 networks', (address, networks) => {
  expect(networksOf(address)).toEqual(networks);
});
