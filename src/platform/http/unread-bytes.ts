import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

/**
 * How much the system still holds for each connection. It asks for more only when a third of its buffer is
 * free, which is more than a megabyte within a machine: without this a reader of 40 kB/s behind a proxy on
 * the same machine would look asleep. Empty where the system does not tell.
 */
export async function readUnreadBytes(): Promise<Map<string, number>> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((file) => readFile(file, 'latin1').catch(() => '')),
  );
  return new Map(tables.flatMap((table) => table.split('\n')).flatMap(readLine));
}

/** Its two ports: that two clients of different addresses share one is rare, and spares them at worst. */
export const connectionName = ({ localPort, remotePort }: Pick<Socket, 'localPort' | 'remotePort'>) =>
  `${localPort}-${remotePort}`;

/** `0: 0100007F:0BB8 0100007F:D2F0 01 00030D40:00000000 …`: own address, other address, state, bytes to send. */
function readLine(line: string): [string, number][] {
  const [, own, other, , queues] = line.trim().split(/ +/, 5);
  const [localPort, remotePort] = [portOf(own), portOf(other)];
  const unread = Number.parseInt(queues ?? '', 16);
  return Number.isNaN(localPort + remotePort + unread)
    ? []
    : [[connectionName({ localPort, remotePort }), unread]];
}

const portOf = (address: string | undefined) => Number.parseInt(address?.split(':')[1] ?? '', 16);
