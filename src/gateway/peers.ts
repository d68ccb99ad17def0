import { BlockList, isIP, isIPv6 } from 'node:net';

/** Whose questions are answered, by the address of the TCP peer: a header could say anything. Loopback always. */
export function peerCheck(addresses: string[]): (address: string | undefined) => boolean {
  const peers = new BlockList();
  peers.addSubnet('127.0.0.0', 8, 'ipv4');
  for (const address of ['::1', ...addresses]) peers.addAddress(address, familyOf(address));
  return (address) => {
    const [peer = ''] = (address ?? '').split('%');
    return isIP(peer) !== 0 && peers.check(peer, familyOf(peer));
  };
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
