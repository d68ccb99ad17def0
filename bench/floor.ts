import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../src/platform/root.ts';
import { freePort } from '../test/helpers/postgres.ts';
import { eventually } from '../test/helpers/process.ts';
import type { Request } from './load.ts';
import { rawAnswer } from './raw-answer.ts';

export interface Floor {
  url: string;
  pid: number;
  close(): void;
}

/** Starts a bare server with these bytes in a separate process. */
export async function startFloorLike(url: string, request: Request): Promise<Floor> {
  const { status, headers, body } = await rawAnswer(url, request);
  if (status !== 200) throw new Error(`${url} answered ${status}: ${body}`);
  return startFloor(body, withoutTransport(headers as Record<string, string>));
}

/** Keeps the headers of the response except those of the connection. */
export const withoutTransport = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !hopByHop.has(name)));

const hopByHop = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding']);

/** Starts a bare server with these bytes in a separate process. */
export async function startFloor(body: Uint8Array, headers: Record<string, string>): Promise<Floor> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-'));
  const file = join(folder, 'body');
  writeFileSync(file, body);
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ['run.mjs', 'bench/bare-server.ts', String(port), file, JSON.stringify(headers)],
    { cwd: root, stdio: 'inherit' },
  );
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => (await fetch(url)).ok || undefined);
  return {
    url,
    pid: child.pid!,
    close() {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
