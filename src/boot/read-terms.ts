import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { KeyTerms } from '../content/contract.ts';
import { MachineFault } from '../platform/machine-fault.ts';
import { root } from '../platform/root.ts';

/** All that a verifier has to know of the documentation. */
export interface VerifierTerms {
  /** The patterns that calls are counted under. */
  endpoints: string[];
  keys: KeyTerms;
}

/** Read in a process that ends with it: all the pages take more memory than everything that a verifier keeps. */
export async function readTerms(): Promise<VerifierTerms> {
  const args = [join(root, 'run.mjs'), 'src/boot/print-terms.ts'];
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((error: { stderr: string }) => {
    throw new MachineFault(error.stderr.trim());
  });
  return JSON.parse(stdout) as VerifierTerms;
}
