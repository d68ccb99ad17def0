import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { runAdminCommand } from '../../src/admin/admin-commands.ts';
import { root } from '../../src/platform/root.ts';
import type { TestPortal } from './portal.ts';

interface AdminAnswer {
  status: number;
  stdout: string;
  stderr: string;
}

/** Runs an operator's command on the database of a running portal. */
export async function runAdmin(
  portal: TestPortal,
  args: string[],
  env: Record<string, string> = {},
): Promise<AdminAnswer> {
  const result = await runAdminCommand(args, { ...environmentOf(portal), ...env });
  const { exitCode, output, warnings = [], error } = result;
  return {
    status: exitCode,
    stdout: lineOf(output),
    stderr: [...warnings.map(lineOf), lineOf(error)].join(''),
  };
}

/** Runs the command in a separate process. */
export function startAdmin(portal: TestPortal, args: string[]): Promise<AdminAnswer> {
  const options = { cwd: root, env: { PATH: process.env.PATH, ...environmentOf(portal) } };
  return new Promise((resolve) => {
    execFile(process.execPath, ['run.mjs', 'src/admin.ts', ...args], options, (error, stdout, stderr) => {
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

const lineOf = (said: unknown) => (said === undefined ? '' : `${said}\n`);

/** Returns the settings with which another process opens the portal's database. */
export function environmentOf({ database, config }: TestPortal): Record<string, string> {
  const own = { SECRET_KEY: config.secretKeys.join(','), CONTENT_DIR: config.contentDir };
  return database.engine === 'postgres'
    ? { ...own, DATABASE_URL: database.url }
    : { ...own, DATA_DIR: dirname(database.url) };
}
