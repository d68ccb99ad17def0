import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MachineFault } from './platform/machine-fault.ts';
import { root } from './platform/root.ts';

/**
 * The patterns of the documentation, read in a process that ends with it: all the pages take more memory than
 * everything that a verifier keeps.
 */
export async function readEndpoints(): Promise<string[]> {
  const args = [join(root, 'run.mjs'), 'src/list-endpoints.ts'];
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error: { stderr: string }) => {
    throw new MachineFault(error.stderr.trim());
  });
  return JSON.parse(stdout) as string[];
}
