import { BlockList, isIP, isIPv6 } from 'node:net';

/** Whose questions are answered, by the address of the TCP peer: a header could say anything. Loopback always. */
export function peerCheck(addresses: string[]): (address: string | undefined) => boolean {
  const peers = new BlockList();
  peers.addSubnet('127.0.0.0', 8, 'ipv4');
  for (const address of ['::1', ...addresses]) peers.addAddress(address, familyOf(address));
  // The next question mostly comes from where the last one came from.
  let last: string | undefined;
  let isLastPeer = false;
  return (address) => {
    if (address === last) return isLastPeer;
    const [peer = ''] = (address ?? '').split('%');
    last = address;
    isLastPeer = isIP(peer) !== 0 && peers.check(peer, familyOf(peer));
    return isLastPeer;
  };
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');
