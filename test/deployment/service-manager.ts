import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

interface Service {
  process: ChildProcess;
  /** The name of the folder it was started in, with links resolved. */
  release: string;
  /** A process that was ended on purpose is not started again. */
  isStopping: boolean;
}

interface ServiceManagerOptions {
  unitFolder: string;
  journalFolder: string;
  /** The environment that systemd gives a process of this user in addition to its unit. */
  environmentOf: (user: string | undefined) => Record<string, string>;
  reloadNginx: () => Promise<void>;
}

/**
 * Does what the recipe needs of systemd: it starts and stops the processes of unit files, waits for ExecStartPost and
 * restarts what failed. A container has no systemd.
 */
export class ServiceManager {
  readonly #options: ServiceManagerOptions;
  readonly #services = new Map<string, Service>();
  readonly #enabled = new Set<string>();

  constructor(options: ServiceManagerOptions) {
    this.#options = options;
    mkdirSync(options.journalFolder, { recursive: true });
  }

  /** Throws the errors that systemctl would report. */
  async systemctl([verb, ...args]: string[]): Promise<void> {
    const units = args.filter((arg) => arg !== '--now');
    if (verb === 'daemon-reload' && args.length === 0) return;
    if (verb === 'reload' && args.join() === 'nginx') return this.#options.reloadNginx();
    if (verb === 'enable') for (const unit of units) this.#enable(unit);
    const starts = verb === 'start' || verb === 'restart' || (verb === 'enable' && args.includes('--now'));
    if (!starts && verb !== 'stop' && verb !== 'enable') throw new Error(`Unknown here: systemctl ${verb}`);
    if (verb === 'stop' || verb === 'restart') await Promise.all(units.map((unit) => this.#stop(unit)));
    if (starts) await Promise.all(units.map((unit) => this.#start(unit)));
  }

  isEnabled = (unit: string) => this.#enabled.has(unit);

  require(unit: string): Service {
    const service = this.#services.get(unit);
    if (!service) throw new Error(`${unit} is not running`);
    return service;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#services.keys()].map((unit) => this.#stop(unit)));
  }

  #enable(unit: string): void {
    if (!this.#read(unit).find('WantedBy')) throw new Error(`${unit} has no WantedBy`);
    this.#enabled.add(unit);
  }

  #read(unit: string): UnitFile {
    const [, name, instance, type] = /^([\w-]+?)(@\w+)?(\.service|\.timer)?$/.exec(unit) ?? [];
    const path = join(this.#options.unitFolder, `${name}${instance ? '@' : ''}${type ?? '.service'}`);
    if (!existsSync(path)) throw new Error(`Unit ${unit} not found`);
    return new UnitFile(path, instance?.slice(1) ?? '');
  }

  async #start(unit: string): Promise<void> {
    const file = this.#read(unit);
    // A timer has no process of its own.
    if (file.find('OnCalendar') || this.#services.has(unit)) return;
    if (file.find('Type') === 'oneshot') {
      for (const command of [...file.commands('ExecStart'), ...file.commands('ExecStartPost')])
        await ended(this.#spawn(unit, file, command), unit);
      return;
    }
    const [command] = file.commands('ExecStart');
    const child = this.#spawn(unit, file, command!);
    const release = basename(realpathSync(file.find('WorkingDirectory')!));
    const service: Service = { process: child, release, isStopping: false };
    this.#services.set(unit, service);
    child.on('exit', (status) => this.#onExit(unit, service, status));
    for (const post of file.commands('ExecStartPost')) {
      const waiting = this.#spawn(unit, file, post);
      child.once('exit', () => waiting.kill());
      await ended(waiting, unit);
    }
  }

  #onExit(unit: string, service: Service, status: number | null): void {
    this.#services.delete(unit);
    const file = this.#read(unit);
    if (service.isStopping || status === 0 || file.find('Restart') !== 'on-failure') return;
    const again = () => this.#start(unit).catch(() => {});
    setTimeout(again, file.seconds('RestartSec', 0) * 1000).unref();
  }

  async #stop(unit: string): Promise<void> {
    const file = this.#read(unit);
    const service = this.#services.get(unit);
    if (!service) return;
    service.isStopping = true;
    const exit = once(service.process, 'exit');
    const kill = () => service.process.kill('SIGKILL');
    const timer = setTimeout(kill, file.seconds('TimeoutStopSec', 90) * 1000);
    service.process.kill((file.find('KillSignal') ?? 'SIGTERM') as NodeJS.Signals);
    await exit;
    clearTimeout(timer);
  }

  #spawn(unit: string, file: UnitFile, [program, ...args]: string[]): ChildProcess {
    const journal = openSync(join(this.#options.journalFolder, unit), 'a');
    const env = { ...this.#options.environmentOf(file.find('User')), ...file.environment() };
    const child = spawn(program!, args, {
      cwd: file.find('WorkingDirectory') ?? '/',
      env,
      stdio: ['ignore', journal, journal],
    });
    closeSync(journal);
    return child;
  }
}

async function ended(child: ChildProcess, unit: string): Promise<void> {
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`Job for ${unit} failed: see journalctl`);
}

export const run = promisify(execFile);

/** Reads a unit file, with the instance in place of %i. A repeated key has all of its values. */
class UnitFile {
  readonly #values = new Map<string, string[]>();

  constructor(path: string, instance: string) {
    for (const line of readFileSync(path, 'utf8').split('\n')) {
      const [, key, value] = /^(\w+)=(.*)$/.exec(line) ?? [];
      if (key === undefined) continue;
      const specified = value!.replaceAll(/%(.)/g, (_, letter) => (letter === 'i' ? instance : letter));
      this.#values.set(key, [...this.all(key), specified]);
    }
  }

  all = (key: string) => this.#values.get(key) ?? [];
  find = (key: string) => this.all(key).at(-1);
  commands = (key: string) => this.all(key).map(wordsOf);

  seconds(key: string, otherwise: number): number {
    const text = this.find(key) ?? String(otherwise);
    if (!/^\d+$/.test(text)) throw new Error(`${key}=${text}: only whole seconds are understood here`);
    return Number(text);
  }

  /** Variables come from files first, then from the unit, and never from the caller's environment. */
  environment(): Record<string, string> {
    const lines = [
      ...this.all('EnvironmentFile').flatMap((file) => readFileSync(file, 'utf8').split('\n')),
      ...this.all('Environment'),
    ];
    const pairs = lines.flatMap((line) => {
      const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value!.replace(/^'(.*)'$/, '$1')]];
    });
    return Object.fromEntries(pairs);
  }
}

/** Single quotes keep words together; `$$` is a dollar sign. */
const wordsOf = (command: string) =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) =>
    (quoted ?? bare!).replaceAll('$$', '$'),
  );
