import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Email } from 'postal-mime';
import packageFile from '../../package.json' with { type: 'json' };
import { root } from '../../src/platform/root.ts';
import { health } from '../../src/urls.ts';
import { createOutboxReader } from './outbox.ts';
import { freePort } from './postgres.ts';

/** What tests that share a portal may use of it. */
export interface RunningPortal {
  url: string;
  dataDir: string;
  /** Returns every email in the outbox, oldest first. */
  mails(): Promise<Email[]>;
}

export interface PortalProcess extends RunningPortal {
  process: ChildProcess;
  output(): string;
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>;
  /** Stops the process and deletes its data. */
  close(): Promise<void>;
}

/** Starts the portal as an operator does: in a separate process, configured by environment variables. */
export async function startPortalProcess(
  env: Record<string, string> = {},
  command?: string,
): Promise<PortalProcess> {
  const portal = await spawnPortalProcess(env, command);
  await untilAnswering(portal);
  return portal;
}

/** Returns while the process is still starting. */
export async function spawnPortalProcess(
  env: Record<string, string> = {},
  command = packageFile.scripts.start,
): Promise<PortalProcess> {
  const port = Number(env.PORT ?? (await freePort()));
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'portal-process-'));
  const url = `http://localhost:${port}`;
  const [, ...args] = command.split(' ');
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: dataDir, RATE_LIMIT_FACTOR: '1000', ...env },
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text));
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  const portal: PortalProcess = {
    url,
    dataDir,
    process: child,
    output: () => printed,
    mails: createOutboxReader(dataDir),
    kill: (signal) => {
      child.kill(signal);
      return ended;
    },
    close: async () => {
      await portal.kill('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return portal;
}

export async function untilAnswering(portal: PortalProcess): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const { exitCode, signalCode } = portal.process;
    if (exitCode !== null || signalCode !== null) throw new Error(`The portal ended: ${portal.output()}`);
    const answer = await fetch(portal.url + health).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`The portal did not answer: ${portal.output()}`);
}

/** Retries until there is a result, for changes that another process makes a moment later. */
export async function eventually<T>(
  ask: () => Promise<T | undefined> | T | undefined,
  maxSeconds = 45,
): Promise<T> {
  const until = Date.now() + maxSeconds * 1000;
  for (;;) {
    const answer = await Promise.resolve()
      .then(ask)
      .catch(() => undefined);
    if (answer !== undefined) return answer;
    if (Date.now() > until) throw new Error(`Nothing after ${maxSeconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
