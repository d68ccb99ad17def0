import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { findChromium } from './helpers/chromium.ts';
import { findPostgres } from './helpers/postgres.ts';

/** The programs that the tests need in addition to Node, with their Debian packages. */
const programs = [
  {
    name: 'Chromium (the browser tests)',
    packages: ['chromium-headless-shell'],
    isThere: () => findChromium() !== undefined,
  },
  {
    name: 'PostgreSQL (the server tests on it)',
    packages: ['postgresql'],
    isThere: () => findPostgres() !== undefined,
  },
  { name: 'nginx (its gateway recipe)', packages: ['nginx'], isThere: () => isCommand('nginx') },
  { name: 'Caddy (its gateway recipe)', packages: ['caddy'], isThere: () => isCommand('caddy') },
  { name: 'openssl (deployment)', packages: ['openssl'], isThere: () => isCommand('openssl') },
  {
    name: 'systemd-analyze (deployment)',
    packages: ['systemd'],
    isThere: () => isCommand('systemd-analyze'),
  },
  { name: 'curl (code samples)', packages: ['curl'], isThere: () => isCommand('curl') },
  {
    name: 'Python 3 with venv (code samples)',
    packages: ['python3', 'python3-venv'],
    isThere: () => hasVenv(),
  },
  { name: 'Ruby (code samples)', packages: ['ruby'], isThere: () => isCommand('ruby') },
  { name: 'Java 17 (code samples)', packages: ['openjdk-17-jdk-headless'], isThere: () => isCommand('java') },
  { name: 'ncdump (NetCDF answers)', packages: ['netcdf-bin'], isThere: () => isCommand('ncdump') },
];

/** Installs missing programs if it can (as root on Debian), and returns the names of those that are still missing. */
export function prepareMachine(): string[] {
  const missing = programs.filter((program) => !program.isThere());
  if (missing.length > 0 && userInfo().uid === 0 && isCommand('apt-get')) {
    const packages = missing.flatMap((program) => program.packages);
    console.log(`Installing ${packages.join(', ')} …`);
    apt(['update']);
    apt(['install', '-y', '--no-install-recommends', ...packages]);
  }
  return programs.filter((program) => !program.isThere()).map((program) => program.name);
}

function apt(args: string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, stderr } = spawnSync('apt-get', ['-q', ...args], { env, encoding: 'utf8' });
  if (status !== 0) console.log(stderr);
}

const isCommand = (name: string) =>
  [...(process.env.PATH ?? '').split(':'), '/usr/sbin'].some((folder) => existsSync(`${folder}/${name}`));

const hasVenv = () => spawnSync('python3', ['-c', 'import venv, ensurepip']).status === 0;
