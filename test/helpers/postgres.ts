import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

export interface Cluster {
  /** The URL has no database name. */
  url: string;
  stop(): void;
  restart(): void;
  /** Kills the server like a crash; `resume` starts it again on the same data. */
  halt(): void;
  resume(): void;
}

/** Finds the folder of PostgreSQL's server programs; undefined if it is not installed. */
export function findPostgres(): string | undefined {
  const folders = [...globSync('/usr/lib/postgresql/*/bin'), '/usr/local/bin', '/opt/homebrew/bin'];
  return folders
    .sort()
    .reverse()
    .find((folder) => existsSync(join(folder, 'initdb')));
}

/** Starts a server in a temporary folder. It refuses to run as root, so then the user `postgres` runs it. */
export async function startCluster(programs: string): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-postgres-'));
  const port = await freePort();
  const asRoot = userInfo().uid === 0;
  if (asRoot) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'])));
    chownSync(folder, uid!, gid!);
  }
  const run = (program: string, args: string[]) => {
    const command = [join(programs, program), ...args];
    const [file, ...rest] = asRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command;
    execFileSync(file!, rest, { stdio: 'ignore', cwd: folder });
  };
  const data = join(folder, 'data');
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c max_connections=200`;
  const start = () => run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start']);
  const stop = () => run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop']);
  run('initdb', ['-D', data, '-U', 'portal', '-A', 'trust', '-E', 'UTF8', '--no-sync']);
  start();
  return {
    url: `postgres://portal@127.0.0.1:${port}/`,
    stop() {
      stop();
      rmSync(folder, { recursive: true, force: true });
    },
    restart() {
      stop();
      start();
    },
    halt: stop,
    resume: start,
  };
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
