import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Installed } from './packages.ts';

const programs = join(import.meta.dirname, 'programs');

/** Runs one of the programs in this folder with the installed packages, and returns its output. */
export async function runClient(
  { folder, bin }: Installed,
  program: string,
  variables: Record<string, string>,
): Promise<string> {
  if (program.endsWith('.py')) return run(join(bin, 'python3'), [join(programs, program)], bin, variables);
  // Packages are resolved from the folder of the file.
  const copy = join(folder, program);
  copyFileSync(join(programs, program), copy);
  return run(process.execPath, [copy], bin, variables);
}

/** Clients store state in their home folder, so each gets its own. */
export async function run(
  program: string,
  args: string[],
  bin: string,
  variables: Record<string, string> = {},
): Promise<string> {
  const home = mkdtempSync(join(tmpdir(), 'portal-client-home-'));
  try {
    const env = { PATH: `${bin}:${process.env.PATH}`, HOME: home, ...variables };
    const { stdout } = await promisify(execFile)(program, args, { env, maxBuffer: 50_000_000, cwd: home });
    return stdout;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
