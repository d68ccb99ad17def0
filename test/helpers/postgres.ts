import { execFile, execFileSync } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export interface Cluster {
  /** The URL has no database name. */
  url: string;
  stop(): void;
  restart(): void;
  /** Kills the server like a crash; `resume` starts it again on the same data. */
  halt(): void;
  resume(): void;
  /** Kills the server for good, while this process continues. */
  crash(): Promise<void>;
  /** Makes a server that follows another one the primary. */
  promote(): Promise<void>;
  /** The path of its certificate, if it offers TLS. */
  certificate: string;
}

/** Finds the folder of PostgreSQL's server programs; undefined if it is not installed. */
export function findPostgres(): string | undefined {
  const folders = [...globSync('/usr/lib/postgresql/*/bin'), '/usr/local/bin', '/opt/homebrew/bin'];
  const folder = folders
    .sort()
    .reverse()
    .find((each) => existsSync(join(each, 'initdb')));
  // A folder of links may have only some of the programs.
  return folder && dirname(realpathSync(join(folder, 'initdb')));
}

interface ClusterOptions {
  /** The cluster that this one copies and follows, until it is promoted. */
  follows?: Cluster;
  /** The server offers TLS with a certificate for `localhost`, which signs itself. */
  hasTls?: boolean;
}

/** Starts a server in a temporary folder. It refuses to run as root, so then the user `postgres` runs it. */
export async function startCluster(
  programs: string,
  { follows, hasTls = false }: ClusterOptions = {},
): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-postgres-'));
  const port = await freePort();
  const asRoot = userInfo().uid === 0;
  if (asRoot) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postgres'])));
    chownSync(folder, uid!, gid!);
  }
  const asUser = (command: string[]): [string, string[]] => {
    const [file, ...rest] = asRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command;
    return [file!, rest];
  };
  const run = (...command: string[]) =>
    void execFileSync(...asUser(command), { stdio: 'ignore', cwd: folder });
  const runLater = async (...command: string[]) =>
    void (await promisify(execFile)(...asUser(command), { cwd: folder }));
  const data = join(folder, 'data');
  const certificate = join(folder, 'server.crt');
  const key = join(folder, 'server.key');
  const tls = hasTls ? ` -c ssl=on -c ssl_cert_file=${certificate} -c ssl_key_file=${key}` : '';
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c max_connections=200${tls}`;
  const control = (...args: string[]) => [join(programs, 'pg_ctl'), '-D', data, ...args];
  const stopNow = control('-m', 'immediate', 'stop');
  const start = () => run(...control('-w', '-l', join(folder, 'log'), '-o', options, 'start'));
  const stop = () => run(...stopNow);
  let hasCrashed = false;
  if (hasTls) {
    const request =
      'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost';
    const name = ['-addext', 'subjectAltName=DNS:localhost'];
    run('openssl', ...request.split(' '), ...name, '-keyout', key, '-out', certificate);
  }
  if (follows)
    run(join(programs, 'pg_basebackup'), '-D', data, '-d', `${follows.url}postgres`, '-R', '-c', 'fast');
  else run(join(programs, 'initdb'), '-D', data, '-U', 'portal', '-A', 'trust', '-E', 'UTF8', '--no-sync');
  start();
  return {
    url: `postgres://portal@127.0.0.1:${port}/`,
    certificate,
    stop() {
      if (!hasCrashed) stop();
      rmSync(folder, { recursive: true, force: true });
    },
    restart() {
      stop();
      start();
    },
    halt: stop,
    resume: start,
    async crash() {
      await runLater(...stopNow);
      hasCrashed = true;
    },
    promote: () => runLater(...control('-w', 'promote')),
  };
}

export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
