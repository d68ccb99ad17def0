import { isIPv6 } from 'node:net';

/** One home has a /64 with more addresses than anyone could count, and is often given a /56 or a /48 of them. */
const ipv6PrefixBits = [64, 56, 48];

/** The networks that an address counts for, the narrowest first. An IPv4 address is one by itself. */
export function networksOf(address: string): string[] {
  if (!isIPv6(address)) return [address];
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped) return [mapped[1]!];
  const groups = groupsOf(address);
  return ipv6PrefixBits.map((bits) => `${groups.map(within(bits)).slice(0, 4).join(':')}::/${bits}`);
}

/** The same from the widest network to the narrowest, as the groups of a fair queue. */
export const networkPath = (address: string): string[] => networksOf(address).reverse();

const groupBits = 16;

const within = (bits: number) => (group: number, index: number) => {
  const kept = Math.min(Math.max(bits - index * groupBits, 0), groupBits);
  return (group & (0xffff << (groupBits - kept))).toString(16);
};

function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('%')[0]!.split('::');
  const groups = head === '' ? [] : head.split(':');
  if (tail !== undefined) {
    const end = tail === '' ? [] : tail.split(':');
    while (groups.length + end.length < 8) groups.push('0');
    groups.push(...end);
  }
  return groups.map((group) => Number.parseInt(group, 16));
}
