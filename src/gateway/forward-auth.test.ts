import { expect, test } from 'vitest';
import { createPeerCheck } from './forward-auth.ts';

test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])(
  'loopback is always a peer: %s',
  (address) => {
    expect(createPeerCheck([])(address)).toBe(true);
  },
);

test.each(['10.0.0.5', '::ffff:10.0.0.5', 'fd00::5', 'FD00:0:0:0:0:0:0:5', 'fd00::5%eth0'])(
  'a named address is one however it is spelled: %s',
  (address) => {
    expect(createPeerCheck(['10.0.0.5', 'fd00:0::5'])(address)).toBe(true);
  },
);

test.each([
  undefined,
  '',
  '10.0.0.6',
  '::ffff:10.0.0.6',
  'fd00::6',
  '128.0.0.1',
  '0.0.0.0',
  '::',
  'localhost',
  '127.0.0.1.evil.example',
])('nobody else is: %s', (address) => {
  expect(createPeerCheck(['10.0.0.5', 'fd00::5'])(address)).toBe(false);
});
