import { execFileSync } from 'node:child_process';
import { arch, cpus, platform, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { findPostgres } from '../test/helpers/postgres.ts';

/** Properties of the machine on which the figures depend. */
export interface Machine {
  processor: string;
  cores: number;
  memoryGib: number;
  system: string;
  node: string;
  sqlite: string;
  postgres: string;
}

export function describeMachine(): Machine {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()} ${arch()}`,
    node: process.versions.node,
    sqlite: process.versions.sqlite ?? '',
    postgres: postgresVersion(),
  };
}

export const machineLine = (machine: Machine) =>
  `${machine.cores} × ${machine.processor}, ${machine.memoryGib} GiB, ${machine.system}, Node ${machine.node}, SQLite ${machine.sqlite}, PostgreSQL ${machine.postgres}`;

function postgresVersion(): string {
  const programs = findPostgres();
  if (!programs) return 'not installed';
  const version = execFileSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' });
  return /\d+(\.\d+)*/.exec(version)?.[0] ?? 'unknown';
}
