import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../src/platform/root.ts';
import { freePort } from '../test/helpers/postgres.ts';
import { eventually } from '../test/helpers/process.ts';

/** Starts a bare server that sends these bytes, in a process of its own. */
export async function startFloor(
  body: Uint8Array,
  headers: Record<string, string>,
): Promise<{ url: string; close(): void }> {
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
    close() {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
