import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { root } from '../../src/platform/root.ts';

export const findProgram = (name: string) =>
  [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/bin']
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/** Without it, the recipes' lines for IPv6 are deleted, as their comments say. */
export const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

/** Reads a shipped recipe and changes only lines marked CHANGE, or the line below the mark. */
export function recipe(file: string, changes: [from: string, to: string][]): string {
  const lines = readFileSync(join(root, 'docs/gateway', file), 'utf8').split('\n');
  const isMarked = (index: number) =>
    /# CHANGE/.test(lines[index]!) || /^\s*# CHANGE/.test(lines[index - 1] ?? '');
  const used = new Set<string>();
  const changed = lines.map((line, index) => {
    const change = isMarked(index) ? changes.find(([from]) => line.includes(from)) : undefined;
    if (!change) return line;
    used.add(change[0]);
    return line.replace(change[0], change[1]);
  });
  const unused = changes.filter(([from]) => !used.has(from));
  if (unused.length > 0) throw new Error(`${file} has no marked line with ${unused.join(', ')}`);
  return changed.join('\n');
}

/** The line about the portal as it is with a second one, if the test has one. */
export const bothPortals = (
  { portal, secondPortal }: { portal: number; secondPortal?: number },
  write: (port: number) => string,
  separator: string,
) => [portal, ...(secondPortal ? [secondPortal] : [])].map(write).join(separator);

export interface Running {
  port: number;
  log(): string;
  signal(name: NodeJS.Signals): void;
  /** Reloads the configuration; undefined if the gateway cannot. */
  reload?: () => unknown;
  stop(): Promise<void>;
}

/** Starts a gateway and waits until it listens on the port. */
export async function startProgram(
  command: string[],
  options: { port: number; env?: Record<string, string>; logFiles?: string[] },
): Promise<Running> {
  const [program, ...args] = command;
  const child = spawn(program!, args, { env: { PATH: process.env.PATH, ...options.env } });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  const log = () =>
    [printed, ...(options.logFiles ?? []).map((file) => readFileSync(file, 'utf8'))].join('\n');
  for (let attempt = 0; !(await isListening(options.port)); attempt++) {
    if (child.exitCode !== null || attempt > 400) throw new Error(`${program} did not start: ${printed}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return {
    port: options.port,
    log,
    signal: (name) => void child.kill(name),
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
