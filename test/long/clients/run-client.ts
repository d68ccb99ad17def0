import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Installed } from './packages.ts';

const programs = join(import.meta.dirname, 'programs');

/** One of the programs beside this file, with the packages at hand; what it prints. */
export async function runClient(
  { folder, bin }: Installed,
  program: string,
  variables: Record<string, string>,
): Promise<string> {
  if (program.endsWith('.py')) return run(join(bin, 'python3'), [join(programs, program)], bin, variables);
  // Packages are looked for from where the file lies.
  const copy = join(folder, program);
  copyFileSync(join(programs, program), copy);
  return run(process.execPath, [copy], bin, variables);
}

/** A home of its own: clients keep what they have learnt there. */
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
