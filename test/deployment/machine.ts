import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { root as project } from '../../src/platform/root.ts';
import { type Cluster, findPostgres, startCluster } from '../helpers/postgres.ts';
import { eventually } from '../helpers/process.ts';
import { findProgram } from '../helpers/recipe.ts';
import { choosePorts, type MachineAddresses, substituteAddresses } from './machine-addresses.ts';
import { makeNodeArchive, makeReleases } from './releases.ts';
import { run, ServiceManager } from './service-manager.ts';

const standIns = join(import.meta.dirname, 'stand-ins');

/** Names the programs that this machine lacks. Its nginx must be Debian's, because the recipe relies on its settings. */
export const missingPrograms = () =>
  [
    ...['nginx', 'npm', 'curl', 'git', 'openssl'].filter((name) => !findProgram(name)),
    ...(findPostgres() ? [] : ['PostgreSQL']),
    ...(existsSync(nginxSettings) ? [] : [nginxSettings]),
  ].join(', ');

/**
 * A folder that represents a Debian machine after `apt-get install`: nginx and PostgreSQL run, and nothing of the
 * portal is there. Commands run in it as they are written, except for the words of `substituteAddresses`. Programs that
 * only root or a booted machine can run are replaced by those in `stand-ins`.
 */
export class Machine {
  readonly addresses: MachineAddresses;
  readonly services: ServiceManager;
  readonly #environment: Record<string, string>;
  readonly #cluster: Cluster;
  readonly #systemd: Server;
  #nginx: ChildProcess | undefined;

  static async start(apiPort: number): Promise<Machine> {
    const folder = mkdtempSync(join(tmpdir(), 'portal-machine-'));
    // nginx's workers run as another user.
    chmodSync(folder, 0o755);
    const cluster = await startCluster(findPostgres()!);
    const ports = await choosePorts({ api: apiPort, postgres: Number(new URL(cluster.url).port) });
    const machine = new Machine({ root: folder, ports }, cluster);
    try {
      installBaseFiles(machine.addresses);
      makeReleases(machine.addresses);
      makeNodeArchive(machine.addresses, join(standIns, 'npm'));
      await machine.#startNginx();
      return machine;
    } catch (error) {
      await machine.close();
      throw error;
    }
  }

  private constructor(addresses: MachineAddresses, cluster: Cluster) {
    this.addresses = addresses;
    this.#cluster = cluster;
    const { root, ports } = addresses;
    const { username } = new URL(cluster.url);
    const postgres = {
      PGHOST: '127.0.0.1',
      PGPORT: String(ports.postgres),
      PGUSER: username,
      PGDATABASE: 'postgres',
    };
    const path = [
      join(root, 'usr/local/sbin'),
      join(root, 'usr/local/bin'),
      findPostgres()!,
      '/usr/sbin',
      '/usr/bin',
      '/bin',
    ];
    this.#environment = {
      PATH: [standIns, ...path].join(delimiter),
      HOME: root,
      STAND_IN_ROOT: root,
      STAND_IN_SYSTEMD: join(root, 'systemd.sock'),
      STAND_IN_JOURNAL: join(root, 'journal'),
      STAND_IN_NGINX: findProgram('nginx')!,
      STAND_IN_NPM: findProgram('npm')!,
      STAND_IN_PACKAGES: join(project, 'node_modules'),
      STAND_IN_POSTGRES: Object.entries(postgres)
        .map((pair) => pair.join('='))
        .join(' '),
    };
    this.services = new ServiceManager({
      unitFolder: join(root, 'etc/systemd/system'),
      journalFolder: join(root, 'journal'),
      environmentOf: (user) => ({ PATH: path.join(delimiter), ...(user === 'postgres' ? postgres : {}) }),
      reloadNginx: async () => void (await this.run('nginx -t && nginx -s reload')),
    });
    this.#systemd = createServer(async (request, response) => {
      const words = Buffer.concat(await Array.fromAsync(request))
        .toString()
        .split(' ');
      const complaint = await this.services.systemctl(words).then(() => '', String);
      response.writeHead(complaint ? 500 : 200).end(complaint && `${complaint}\n`);
    }).listen(this.#environment.STAND_IN_SYSTEMD);
  }

  path = (absolute: string) => join(this.addresses.root, absolute);
  read = (absolute: string) => readFileSync(this.path(absolute), 'utf8');

  /** Runs commands as root would type them. Throws with their output unless each of them succeeds. */
  async run(script: string, env: Record<string, string> = {}): Promise<string> {
    const options = { cwd: this.addresses.root, env: { ...this.#environment, ...env } };
    const strict = `set -eu -o pipefail\n${substituteAddresses(script, this.addresses)}`;
    const { stdout } = await run('bash', ['-c', strict], options).catch((error) => {
      throw new Error(`${script}\n${error.stdout}\n${error.stderr}`);
    });
    return stdout;
  }

  async close(): Promise<void> {
    await this.services.close();
    this.#systemd.close();
    if (this.#nginx?.exitCode === null) {
      this.#nginx.kill('SIGTERM');
      await once(this.#nginx, 'exit');
    }
    this.#cluster.stop();
    rmSync(this.addresses.root, { recursive: true, force: true });
  }

  async #startNginx(): Promise<void> {
    this.#nginx = spawn(join(standIns, 'nginx'), ['-g', 'daemon off;'], {
      env: this.#environment,
      stdio: 'ignore',
    });
    await eventually(() => (existsSync(this.path('run/nginx.pid')) ? true : undefined));
  }
}

const nginxSettings = '/etc/nginx/nginx.conf';

const folders = [
  'etc/nginx/conf.d',
  'etc/nginx/sites-enabled',
  'etc/systemd/system',
  'usr/local/sbin',
  'var/log/nginx',
  'run',
];

/** Creates what is on the machine before the recipe: Debian's settings for nginx, and host names that lead to it. */
function installBaseFiles(addresses: MachineAddresses): void {
  const { root, ports } = addresses;
  for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'users'), 'postgres\n');
  const doors = ['portal.example.com', 'api.example.com'].flatMap((name) => [
    `connect-to = "${name}:443:127.0.0.1:${ports.https}"\n`,
    `connect-to = "${name}:80:127.0.0.1:${ports.http}"\n`,
  ]);
  writeFileSync(join(root, '.curlrc'), doors.join(''));
  cpSync('/etc/nginx/mime.types', join(root, 'etc/nginx/mime.types'));
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const temporary = kinds.map((kind) => `${kind}_temp_path ${root}/run/${kind};`).join(' ');
  const settings = readFileSync(nginxSettings, 'utf8').replace('http {', `http { ${temporary}`);
  writeFileSync(join(root, 'etc/nginx/nginx.conf'), substituteAddresses(settings, addresses));
}
